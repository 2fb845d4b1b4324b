import { type Refusal, refusalToPay } from '../cards/test-cards.ts';
import { DAY } from '../clock/day.ts';
import { newCharge } from '../shapes/charge.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { markPaid } from './issue-invoice.ts';

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
function intentOf(work: Work, invoice: string): Doc<'payment_intent'> | undefined {
  const [payment] = work.store.all('invoice_payment', [
    { path: 'invoice', op: '=', value: invoice },
  ]);
  return work.store.find('payment_intent', payment?.payment.payment_intent ?? '');
}

/**
 * Tries once to take the money for an open invoice and records how it went. A failure is told by
 * whoever asked for the try, who knows what follows from it.
 * @param attempts how many tries there are with this one, by Stripe's count
 */
export function payInvoice(
  work: Work,
  invoice: Invoice,
  method: string | null,
  attempts: number,
): Attempt {
  const intent = intentOf(work, invoice.id);
  const card = work.store.find('payment_method', method ?? '');
  if (!intent || !card) return { invoice: failedOnce(invoice, attempts), refusal: NO_CARD };
  const { behaviour } = work.store.secret('payment_method', card.id);
  const refusal = refusalToPay(behaviour);
  const now = work.now(invoice.customer);
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

function failIntent(
  work: Work,
  intent: Doc<'payment_intent'>,
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
  } as unknown as Doc<'payment_intent'>['last_payment_error'];
  const changes = {
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge.id,
    payment_method: null,
  } as const;
  work.change('payment_intent', intent.id, changes, 'payment_intent.payment_failed');
}

function settleIntent(work: Work, intent: Doc<'payment_intent'>, charge: Doc<'charge'>): void {
  const changes = {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  } as const;
  work.change('payment_intent', intent.id, changes, 'payment_intent.succeeded');
}

function settlePayment(work: Work, invoice: Invoice, intent: string): void {
  const payments = work.store.all('invoice_payment', [
    { path: 'invoice', op: '=', value: invoice.id },
  ]);
  const payment = payments.find(({ payment: by }) => by.payment_intent === intent);
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
