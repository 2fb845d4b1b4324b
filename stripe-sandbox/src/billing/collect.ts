import { DAY } from '../clock/day.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { endSubscription } from './end-subscription.ts';
import { finalizeInvoice, markPaid } from './issue-invoice.ts';
import {
  type Attempt,
  cancelPayment,
  methodFor,
  payInvoice,
  subscriptionOf,
} from './pay-invoice.ts';

type Invoice = Doc<'invoice'>;

/** Days from each failure to the next try; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

/** When an invoice is tried again after so many failed tries and one more; null when never. */
export function retryAfter(failures: number, now: number): number | null {
  const days = RETRY_DAYS[Math.max(0, failures)];
  return days === undefined ? null : now + days * DAY;
}

/**
 * The automatic attempt: at issue, and again on each day the schedule names.
 * @param onSession whether the customer is there and has answered the bank
 */
export function collect(work: Work, invoice: Invoice, onSession = false): Attempt {
  if (invoice.status !== 'open') return { invoice };
  const manner = { attempts: invoice.attempt_count + 1, onSession };
  const attempt = payInvoice(work, invoice, methodFor(work, invoice), manner);
  if (attempt.refusal) return { ...attempt, invoice: scheduleRetry(work, attempt.invoice) };
  recover(work, attempt.invoice);
  return attempt;
}

/** What time brings to an invoice that waits: a draft is finalised, then the money is taken. */
export function advanceInvoice(work: Work, invoice: Invoice): void {
  collect(work, invoice.status === 'draft' ? finalizeInvoice(work, invoice.id) : invoice);
}

/** An attempt somebody asked for. It never uses up one of the scheduled tries. */
export function collectOnRequest(
  work: Work,
  invoice: Invoice,
  method: string | null,
  onSession = false,
): Attempt {
  const manner = { attempts: Math.max(1, invoice.attempt_count), onSession };
  const attempt = payInvoice(work, invoice, method ?? methodFor(work, invoice), manner);
  if (attempt.refusal) tellFailure(work, attempt.invoice);
  else recover(work, attempt.invoice);
  return attempt;
}

/** Somebody was paid in another way, in cash or by transfer: nothing is charged. */
export function payOutOfBand(work: Work, invoice: Invoice): void {
  cancelPayment(work, invoice);
  recover(work, markPaid(work, invoice, invoice.amount_remaining));
}

/** Writes down a failed try: Stripe tells of the failure, and then of what it changed. */
function tellFailure(work: Work, failed: Invoice): void {
  work.emit('invoice.payment_failed', failed);
  work.change('invoice', failed.id, failed, 'invoice.updated');
}

function scheduleRetry(work: Work, invoice: Invoice): Invoice {
  const subscription = work.store.find('subscription', subscriptionOf(invoice) ?? '');
  const first = subscription?.status === 'incomplete';
  const next = first ? null : retryAfter(invoice.attempt_count - 1, work.now(invoice.customer));
  const failed: Invoice = {
    ...invoice,
    auto_advance: next !== null,
    next_payment_attempt: next,
  };
  tellFailure(work, failed);
  setDelinquent(work, invoice.customer, true);
  if (!subscription || first) return failed;
  if (next === null) {
    endSubscription(work, subscription, 'payment_failed');
    return work.get('invoice', invoice.id);
  }
  const late = { status: 'past_due' } as const;
  work.change('subscription', subscription.id, late, 'customer.subscription.updated');
  return failed;
}

/** Brings a subscription back once nothing it owes is left open. */
function recover(work: Work, invoice: Invoice): void {
  setDelinquent(work, invoice.customer, false);
  const subscription = work.store.find('subscription', subscriptionOf(invoice) ?? '');
  if (!subscription || !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  if (openInvoices(work, subscription).length > 0) return;
  const active = { status: 'active' } as const;
  work.change('subscription', subscription.id, active, 'customer.subscription.updated');
}

/** The invoices of a subscription that still wait for money, newest first. */
function openInvoices(work: Work, subscription: Doc<'subscription'>): Invoice[] {
  return work.store
    .all('invoice', [
      { path: 'customer', op: '=', value: subscription.customer },
      { path: 'status', op: '=', value: 'open' },
    ])
    .filter((invoice) => subscriptionOf(invoice) === subscription.id);
}

function setDelinquent(work: Work, id: string | null, delinquent: boolean): void {
  const customer = work.store.find('customer', id ?? '');
  if (customer) work.change('customer', customer.id, { delinquent }, 'customer.updated');
}
