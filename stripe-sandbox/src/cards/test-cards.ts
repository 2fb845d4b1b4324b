/** How a test card behaves when it is saved, and when it is charged later. */
export type Behaviour =
  | 'pays'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'needs_authentication'
  | 'always_authenticates'
  | 'fails_later'
  | 'disputed'
  | 'refunds_fail';

/** A refusal in the words and codes of Stripe. */
export interface Refusal {
  code: string;
  decline_code: string;
  message: string;
}

/** Stripe's test numbers. https://docs.stripe.com/testing */
const CARDS: Record<string, Behaviour> = {
  '4242424242424242': 'pays',
  '4000008260000000': 'pays',
  '4000056655665556': 'pays',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired',
  '4000002500003155': 'needs_authentication',
  '4000002760003184': 'always_authenticates',
  '4000000000000341': 'fails_later',
  '4000000000007726': 'refunds_fail',
};

/** Stripe's ready-made payment methods, for API callers that have no page. */
const TOKENS: Record<string, { behaviour: Behaviour; last4: string }> = {
  pm_card_visa: { behaviour: 'pays', last4: '4242' },
  pm_card_visa_debit: { behaviour: 'pays', last4: '5556' },
  pm_card_gb: { behaviour: 'pays', last4: '0000' },
  pm_card_chargeDeclined: { behaviour: 'declined', last4: '0002' },
  pm_card_chargeDeclinedInsufficientFunds: { behaviour: 'insufficient_funds', last4: '9995' },
  pm_card_chargeDeclinedExpiredCard: { behaviour: 'expired', last4: '0069' },
  pm_card_authenticationRequiredOnSetup: { behaviour: 'needs_authentication', last4: '3155' },
  pm_card_authenticationRequired: { behaviour: 'always_authenticates', last4: '3184' },
  pm_card_chargeCustomerFail: { behaviour: 'fails_later', last4: '0341' },
  pm_card_refundFail: { behaviour: 'refunds_fail', last4: '7726' },
  pm_card_createDispute: { behaviour: 'disputed', last4: '0259' },
};

/** The behaviour of a card number, or undefined for a number that is no test card. */
export function behaviourOf(digits: string): Behaviour | undefined {
  return CARDS[digits];
}

/** The card behind a `pm_card_...` token, or undefined. */
export function cardOfToken(token: string): { behaviour: Behaviour; last4: string } | undefined {
  return Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined;
}

/** Whether the bank asks its customer when this card is saved or charged on a page. */
export function asksOnPage(behaviour: Behaviour): boolean {
  return behaviour === 'needs_authentication' || behaviour === 'always_authenticates';
}

/** Why saving this card fails, or undefined when it can be saved. */
export function refusalToSave(behaviour: Behaviour): Refusal | undefined {
  if (behaviour === 'declined') return declined('generic_decline');
  if (behaviour === 'insufficient_funds') return insufficient();
  if (behaviour === 'expired') return expired();
  return undefined;
}

/** Why charging this card fails, or undefined when it pays. */
export function refusalToPay(behaviour: string): Refusal | undefined {
  if (behaviour === 'declined' || behaviour === 'fails_later') return declined('generic_decline');
  if (behaviour === 'insufficient_funds') return insufficient();
  if (behaviour === 'expired') return expired();
  return undefined;
}

function declined(decline_code: string): Refusal {
  return { code: 'card_declined', decline_code, message: 'Your card was declined.' };
}

function insufficient(): Refusal {
  return { ...declined('insufficient_funds'), message: 'Your card has insufficient funds.' };
}

function expired(): Refusal {
  return { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' };
}
