import type Stripe from 'stripe';

/**
 * Whether a subscription that runs is set to be charged at its next renewal: nothing ends it, or only a
 * date after that.
 */
export function isRenewing({
  cancel_at,
  cancel_at_period_end: endsWithPeriod,
  items,
}: Stripe.Subscription): boolean {
  if (endsWithPeriod) return false;
  if (cancel_at === null) return true;
  const [item] = items.data;
  return item !== undefined && cancel_at > item.current_period_end;
}
