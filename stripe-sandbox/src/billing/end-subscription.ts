import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { unapplyBalance } from './customer-balance.ts';
import { scheduled } from './issue-invoice.ts';
import { cancelPayment } from './pay-invoice.ts';

type Subscription = Doc<'subscription'>;
type Reason = NonNullable<Subscription['cancellation_details']>['reason'];

/**
 * Ends a subscription now. Its drafts and open invoices stay so at Stripe, but are not collected.
 * @param reason why, as Stripe names it; an earlier request to cancel keeps its own time
 */
export function endSubscription(
  work: Work,
  subscription: Subscription,
  reason: Reason,
  details: Partial<NonNullable<Subscription['cancellation_details']>> = {},
): Subscription {
  const now = work.now(subscription.customer);
  stopRetries(work, subscription);
  const current = work.get('subscription', subscription.id);
  const ended: Subscription = {
    ...current,
    status: 'canceled',
    canceled_at: current.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...current.cancellation_details,
      ...details,
      reason,
    },
  };
  work.save('subscription', ended);
  endSchedule(work, ended, now);
  work.emit('customer.subscription.deleted', ended);
  return ended;
}

/** A schedule ends with the subscription that follows it. */
function endSchedule(work: Work, { schedule }: Subscription, now: number): void {
  const followed = work.store.find('subscription_schedule', schedule ?? '');
  if (followed?.status !== 'active') return;
  const changes = { status: 'canceled', canceled_at: now, current_phase: null } as const;
  work.change('subscription_schedule', followed.id, changes, 'subscription_schedule.canceled');
}

/** Gives up a subscription whose first payment never came, and voids its invoice. */
export function expireIncomplete(work: Work, subscription: Subscription): void {
  for (const invoice of unpaidOf(work, subscription, ['open'])) voidInvoice(work, invoice);
  const now = work.now(subscription.customer);
  const changes = { status: 'incomplete_expired', ended_at: now, canceled_at: now } as const;
  work.change('subscription', subscription.id, changes, 'customer.subscription.updated');
}

/** Open to void: nothing is owed any more. */
export function voidInvoice(work: Work, invoice: Doc<'invoice'>): Doc<'invoice'> {
  unapplyBalance(work, invoice);
  cancelPayment(work, invoice);
  const changes = {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: {
      ...invoice.status_transitions,
      voided_at: work.now(invoice.customer),
    },
  } as const;
  return work.change('invoice', invoice.id, changes, 'invoice.voided');
}

function stopRetries(work: Work, subscription: Subscription): void {
  for (const { id, customer } of unpaidOf(work, subscription, ['draft', 'open'])) {
    work.change('invoice', id, scheduled(work, customer, false), 'invoice.updated');
  }
}

function unpaidOf(
  work: Work,
  { id, customer }: Subscription,
  statuses: readonly string[],
): Doc<'invoice'>[] {
  return work.store
    .all('invoice', [
      { path: 'customer', op: '=', value: customer },
      { path: 'status', op: 'in', value: statuses },
    ])
    .filter(({ parent }) => parent?.subscription_details?.subscription === id);
}
