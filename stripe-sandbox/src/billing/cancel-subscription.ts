import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { billNow } from './change-subscription.ts';
import { endSubscription } from './end-subscription.ts';
import { unusedTimeLine } from './lines.ts';
import { keepForNextInvoice } from './pending-items.ts';

type Subscription = Doc<'subscription'>;
type Details = Partial<NonNullable<Subscription['cancellation_details']>>;

/** Ends a subscription at once because somebody asked, with credit for unused time if wanted. */
export function cancelNow(
  work: Work,
  subscription: Subscription,
  options: { prorate: boolean; invoiceNow: boolean; details: Details },
): Subscription {
  const at = work.now(subscription.customer);
  const owed = options.prorate && ['active', 'past_due'].includes(subscription.status);
  const lines = owed ? subscription.items.data.map((item) => unusedTimeLine(work, item, at)) : [];
  if (lines.length > 0 && !options.invoiceNow) keepForNextInvoice(work, subscription, lines);
  if (options.invoiceNow) billNow(work, subscription, {}, lines, { mustPay: false });
  const current = work.get('subscription', subscription.id);
  return endSubscription(work, current, 'cancellation_requested', options.details);
}

/** Fields that make a subscription end at the close of its current period. */
export function endingWithPeriod(work: Work, subscription: Subscription): Partial<Subscription> {
  return {
    cancel_at_period_end: true,
    cancel_at: Math.min(...subscription.items.data.map((item) => item.current_period_end)),
    ...requested(work, subscription),
  };
}

/** Fields that make a subscription end at a given time (unix seconds). */
export function endingAt(
  work: Work,
  subscription: Subscription,
  at: number,
): Partial<Subscription> {
  return { cancel_at_period_end: false, cancel_at: at, ...requested(work, subscription) };
}

/** Fields that take back a request to end. */
export function goingOn(subscription: Subscription): Partial<Subscription> {
  return {
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: null,
    },
  };
}

function requested(work: Work, subscription: Subscription): Partial<Subscription> {
  return {
    canceled_at: work.now(subscription.customer),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: 'cancellation_requested',
    },
  };
}
