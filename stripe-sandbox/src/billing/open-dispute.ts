import { newDispute } from '../shapes/dispute.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { endSubscription } from './end-subscription.ts';
import { subscriptionOf } from './pay-invoice.ts';

/** Whether money can still be disputed: it was taken, not all given back, and not disputed yet. */
export function isDisputable({ paid, disputed, amount, amount_refunded }: Doc<'charge'>): boolean {
  return paid && !disputed && amount_refunded < amount;
}

/**
 * A cardholder disputes what is left of a charge. `subscription` is what Stripe calls the account's
 * setting for disputed payments: it ends at once, without credit, or it stays as it is.
 */
export function openDispute(
  work: Work,
  charge: Doc<'charge'>,
  subscription: 'ends' | 'stays',
): Doc<'dispute'> {
  const dispute = newDispute(work.now(charge.customer), charge);
  work.change('charge', charge.id, { disputed: true }, 'charge.updated');
  work.add('dispute', dispute, 'charge.dispute.created');
  work.emit('charge.dispute.funds_withdrawn', dispute);
  const sold = subscription === 'ends' ? subscriptionPaidBy(work, charge) : undefined;
  if (sold && sold.ended_at === null) endSubscription(work, sold, 'payment_disputed');
  return dispute;
}

/** Ends a dispute: won, the money comes back; lost, the cardholder keeps it. */
export function closeDispute(
  work: Work,
  dispute: Doc<'dispute'>,
  status: 'won' | 'lost',
): Doc<'dispute'> {
  const closed = work.change('dispute', dispute.id, { status }, 'charge.dispute.closed');
  if (status === 'won') work.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

function subscriptionPaidBy(work: Work, charge: Doc<'charge'>): Doc<'subscription'> | undefined {
  const [payment] = work.store.all('invoice_payment', [
    { path: 'payment.payment_intent', op: '=', value: String(charge.payment_intent) },
  ]);
  const invoice = work.store.find('invoice', payment?.invoice ?? '');
  return invoice && work.store.find('subscription', subscriptionOf(invoice) ?? '');
}
