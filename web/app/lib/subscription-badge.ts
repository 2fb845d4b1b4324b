import type { SubscriptionView } from 'contract/subscriptions';
import { type StatusDisplay, subscriptionStatusDisplay } from './status.ts';

const dayOnly = { day: 'numeric', month: 'short', timeZone: 'Europe/London' } as const;
const dayAndYear = { ...dayOnly, year: 'numeric' } as const;

/** As much of a subscription as its badge tells of. */
type Standing = Pick<
  SubscriptionView,
  'status' | 'trial_end_date' | 'current_period_end' | 'cancel_at_period_end' | 'payment_problem'
>;

/** When access ends, if it is set to end, or else if it is cancelled: the trial's end, or the paid period's. */
export function endOf({
  status,
  trial_end_date,
  current_period_end,
  cancel_at_period_end,
}: Omit<Standing, 'payment_problem'>): string | null {
  if (status !== 'trial') return current_period_end;
  // Support may have set another day than the trial's end.
  return cancel_at_period_end
    ? (current_period_end ?? trial_end_date)
    : (trial_end_date ?? current_period_end);
}

/** Whether it still runs: active or on trial. */
export function isRunning({ status }: Pick<Standing, 'status'>): boolean {
  return status === 'active' || status === 'trial';
}

/**
 * The word of a subscription's badge, which is what matters most: a payment that is due, a day on
 * which it ends ('Ends 21 Dec', with the year where it is another one), or its status.
 */
export function subscriptionBadge(subscription: Standing, now = new Date()): StatusDisplay {
  if (isRunning(subscription)) {
    if (subscription.payment_problem) return { label: 'Payment due', tone: 'warn' };
    const end = endOf(subscription);
    if (subscription.cancel_at_period_end && end) {
      return { label: `Ends ${shortDate(new Date(end), now)}`, tone: 'neutral' };
    }
  }
  return subscriptionStatusDisplay(subscription.status);
}

function shortDate(date: Date, now: Date): string {
  const sameYear = date.getUTCFullYear() === now.getUTCFullYear();
  return date.toLocaleDateString('en-GB', sameYear ? dayOnly : dayAndYear);
}
