import type Stripe from 'stripe';

/** Whether the date on which a subscription ends lies after its next renewal, which is charged then. */
export function endsAfterRenewal({ cancel_at, items }: Stripe.Subscription): boolean {
  const [item] = items.data;
  return item !== undefined && (cancel_at ?? 0) > item.current_period_end;
}
