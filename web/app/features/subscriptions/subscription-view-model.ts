import type { SubscriptionView } from 'contract/subscriptions';
import { formatLongDate, formatPounds } from '../../lib/format.ts';

/** When access ends if it is cancelled: the trial's end, else the paid period's. */
function endOf(subscription: SubscriptionView): string | null {
  return subscription.status === 'trial'
    ? (subscription.trial_end_date ?? subscription.current_period_end)
    : subscription.current_period_end;
}

/** '£24.99 per month'. */
export function priceText({ price, billing_cycle }: SubscriptionView): string {
  return `${formatPounds(price)} per ${billing_cycle === 'monthly' ? 'month' : 'year'}`;
}

/** What comes next for a subscription, as a name and a date; null when nothing does. */
export function nextEvent(subscription: SubscriptionView): { name: string; date: string } | null {
  const { status, cancel_at_period_end, current_period_end } = subscription;
  const end = endOf(subscription);
  if (status !== 'active' && status !== 'trial') {
    return current_period_end ? { name: 'Ended', date: formatLongDate(current_period_end) } : null;
  }
  if (!end) return null;
  if (cancel_at_period_end) return { name: 'Ends on', date: formatLongDate(end) };
  return { name: status === 'trial' ? 'First charge' : 'Next charge', date: formatLongDate(end) };
}

/** Cancelling is open to an active or trial subscription that is not cancelled yet (product U25). */
export function canCancel({ status, cancel_at_period_end }: SubscriptionView): boolean {
  return (status === 'active' || status === 'trial') && !cancel_at_period_end;
}

/** Taking a cancellation back is open while the subscription still runs, on trial too (product U27). */
export function canUndo({ status, cancel_at_period_end }: SubscriptionView): boolean {
  return (status === 'active' || status === 'trial') && cancel_at_period_end;
}

/** What cancelling does and when, in sentences. */
export function cancelConsequences(subscription: SubscriptionView): string[] {
  const end = endOf(subscription);
  const until = end ? `until ${formatLongDate(end)}` : 'until the end of the billing period';
  return subscription.status === 'trial'
    ? [
        `Your free trial of ${subscription.product_name} continues ${until}.`,
        'It then ends and you are never charged. You can change your mind before that day.',
      ]
    : [
        `You keep ${subscription.product_name} ${until}.`,
        'It then ends and you are not charged again. You can change your mind before that day.',
      ];
}
