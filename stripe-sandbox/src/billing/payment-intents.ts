import type { Refusal } from '../cards/test-cards.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';

type Intent = Doc<'payment_intent'>;

/** The bank asks its customer, who is not there: the payment waits. */
export function askAuthentication(work: Work, { id }: Intent, card: Doc<'payment_method'>): void {
  const changes = {
    status: 'requires_action',
    payment_method: card.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  } as const;
  work.change('payment_intent', id, changes, 'payment_intent.requires_action');
}

/** The customer, asked by the bank, did not confirm: another try has to ask again. */
export function failAuthentication(work: Work, { id, payment_method }: Intent): void {
  const error = {
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
    payment_method: work.store.find('payment_method', payment_method ?? ''),
    type: 'card_error',
  } as unknown as Intent['last_payment_error'];
  const changes = { ...NOT_PAID, last_payment_error: error } as const;
  work.change('payment_intent', id, changes, 'payment_intent.payment_failed');
}

const NOT_PAID = {
  status: 'requires_payment_method',
  next_action: null,
  payment_method: null,
} as const;

/** A charge of the intent was refused. */
export function failIntent(
  work: Work,
  intent: Intent,
  charge: Doc<'charge'>,
  card: Doc<'payment_method'>,
  refusal: Refusal,
): void {
  const error = {
    ...refusal,
    charge: charge.id,
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    payment_method: card,
    type: 'card_error',
  } as unknown as Intent['last_payment_error'];
  const changes = { ...NOT_PAID, last_payment_error: error, latest_charge: charge.id } as const;
  work.change('payment_intent', intent.id, changes, 'payment_intent.payment_failed');
}

/** A charge of the intent went through. */
export function settleIntent(work: Work, intent: Intent, charge: Doc<'charge'>): void {
  const changes = {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  } as const;
  work.change('payment_intent', intent.id, changes, 'payment_intent.succeeded');
}

/** Nothing is to be paid by the intent any more. */
export function cancelIntent(work: Work, { id, customer }: Intent): void {
  const changes = {
    ...NOT_PAID,
    status: 'canceled',
    cancellation_reason: 'void_invoice',
    canceled_at: work.now(customer),
  } as const;
  work.change('payment_intent', id, changes, 'payment_intent.canceled');
}
