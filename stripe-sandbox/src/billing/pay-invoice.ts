import { expiryOf } from '../cards/expiry.ts';
import { type Refusal, refusalToPay } from '../cards/test-cards.ts';
import { DAY } from '../clock/day.ts';
import { newCharge } from '../shapes/charge.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { markPaid } from './issue-invoice.ts';
import { askAuthentication, cancelIntent, failIntent, settleIntent } from './payment-intents.ts';

type Invoice = Doc<'invoice'>;

/** How an attempt to pay went; `refusal` is undefined when it was paid. */
export interface Attempt {
  invoice: Invoice;
  refusal?: Refusal & { charge?: string };
}

const NO_CARD: Refusal = {
  code: 'resource_missing',
  decline_code: '',
  message:
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
};

/** Payment waits for the customer: the card asks for authentication and nobody is there to answer. */
const AUTHENTICATION: Refusal = {
  code: 'invoice_payment_intent_requires_action',
  decline_code: '',
  message:
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the `payment_intent` property on the invoice.',
};

/** How a try is made: the `attempts` there are with it, by Stripe's count, and whether the customer
 * is there to answer the bank, which has been done then. */
export interface Manner {
  attempts: number;
  onSession?: boolean;
}

/** The card an invoice is charged to: the subscription's own, else the customer's default. */
export function methodFor(work: Work, invoice: Invoice): string | null {
  const subscription = work.store.find('subscription', subscriptionOf(invoice) ?? '');
  const customer = work.store.find('customer', invoice.customer ?? '');
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method ??
    null
  );
}

/** The subscription an invoice is for, or null. */
export function subscriptionOf(invoice: Invoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null;
}

/** The payment intent of an invoice, when it has one. */
export function intentOf(work: Work, invoice: string): Doc<'payment_intent'> | undefined {
  const [payment] = work.store.all('invoice_payment', [
    { path: 'invoice', op: '=', value: invoice },
  ]);
  return work.store.find('payment_intent', payment?.payment.payment_intent ?? '');
}

/**
 * Tries once to take the money for an open invoice and records how it went. A failure is told by
 * whoever asked for the try, who knows what follows from it.
 */
export function payInvoice(
  work: Work,
  invoice: Invoice,
  method: string | null,
  { attempts, onSession = false }: Manner,
): Attempt {
  const intent = intentOf(work, invoice.id);
  const card = work.store.find('payment_method', method ?? '');
  if (!intent || !card) return { invoice: failedOnce(invoice, attempts), refusal: NO_CARD };
  const now = work.now(invoice.customer);
  const { behaviour: known } = work.store.secret('payment_method', card.id);
  const behaviour = hasExpired(card, now) ? 'expired' : known;
  if (behaviour === 'always_authenticates' && !onSession) {
    askAuthentication(work, intent, card);
    const invoiceNow = failedOnce(invoice, attempts);
    work.emit('invoice.payment_action_required', invoiceNow);
    return { invoice: invoiceNow, refusal: AUTHENTICATION };
  }
  const refusal = refusalToPay(behaviour);
  const charge = newCharge(now, intent, card, refusal);
  const secret = { disputedAt: behaviour === 'disputed' ? now + DAY : null };
  work.add('charge', charge, refusal ? 'charge.failed' : 'charge.succeeded', secret);
  if (refusal) {
    failIntent(work, intent, charge, card, refusal);
    return { invoice: failedOnce(invoice, attempts), refusal: { ...refusal, charge: charge.id } };
  }
  settleIntent(work, intent, charge);
  settlePayment(work, invoice, intent.id);
  return { invoice: markPaid(work, invoice, invoice.amount_remaining, attempts) };
}

function hasExpired({ card }: Doc<'payment_method'>, now: number): boolean {
  return !!card && expiryOf({ expMonth: card.exp_month, expYear: card.exp_year }) <= now;
}

/** Gives up the payment that an invoice waits for: it is void, or was paid elsewhere. */
export function cancelPayment(work: Work, invoice: Invoice): void {
  const intent = intentOf(work, invoice.id);
  if (!intent) return;
  cancelIntent(work, intent);
  const payment = paymentBy(work, invoice, intent.id);
  if (!payment) return;
  const status_transitions = { canceled_at: work.now(invoice.customer), paid_at: null };
  work.save('invoice_payment', { ...payment, status: 'canceled', status_transitions });
}

function paymentBy(work: Work, { id }: Invoice, intent: string) {
  return work.store
    .all('invoice_payment', [{ path: 'invoice', op: '=', value: id }])
    .find(({ payment }) => payment.payment_intent === intent);
}

function settlePayment(work: Work, invoice: Invoice, intent: string): void {
  const payment = paymentBy(work, invoice, intent);
  if (!payment) return;
  const changes = {
    status: 'paid',
    amount_paid: payment.amount_requested,
    status_transitions: { canceled_at: null, paid_at: work.now(invoice.customer) },
  };
  work.change('invoice_payment', payment.id, changes, 'invoice_payment.paid');
}

function failedOnce(invoice: Invoice, attempts: number): Invoice {
  return { ...invoice, attempted: true, attempt_count: attempts };
}
