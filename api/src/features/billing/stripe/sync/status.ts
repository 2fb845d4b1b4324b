import type { SubscriptionStatus } from 'contract/subscriptions';
import type Stripe from 'stripe';

export interface OurStatus {
  status: SubscriptionStatus;
  hasAccess: boolean;
  /** Not shown to anybody: it was never paid. */
  listed: boolean;
  paymentProblem: boolean;
}

const access = { hasAccess: true, listed: true, paymentProblem: false } as const;
const noAccess = { hasAccess: false, listed: true, paymentProblem: false } as const;
const unlisted: OurStatus = { ...noAccess, status: 'expired', listed: false };

/** The states the SDK names; its type also lets any other string through. */
type Named<T> = T extends string ? (string extends T ? never : T) : never;
type StripeStatus = Named<Stripe.Subscription.Status>;
type CancelReason = Stripe.Subscription.CancellationDetails.Reason | null;

/** What each of Stripe's states means here. A state that Stripe adds is a compile error. */
const meaning: Record<StripeStatus, (reason: CancelReason) => OurStatus> = {
  trialing: () => ({ ...access, status: 'trial' }),
  active: () => ({ ...access, status: 'active' }),
  past_due: () => ({ ...access, status: 'active', paymentProblem: true }),
  unpaid: () => ({ ...noAccess, status: 'expired' }),
  paused: () => ({ ...noAccess, status: 'expired' }),
  incomplete: () => unlisted,
  incomplete_expired: () => unlisted,
  canceled: (reason) => ({
    ...noAccess,
    status: reason === 'cancellation_requested' || reason === null ? 'cancelled' : 'expired',
  }),
};

/**
 * Maps Stripe's state to ours; null for one that this code does not know, which gives no access.
 */
export function statusOf(
  subscription: Pick<Stripe.Subscription, 'status' | 'cancellation_details'>,
): OurStatus | null {
  if (!Object.hasOwn(meaning, subscription.status)) return null;
  const status = subscription.status as StripeStatus;
  return meaning[status](subscription.cancellation_details?.reason ?? null);
}
