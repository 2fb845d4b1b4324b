import type { SubscriptionRow } from './repository.ts';

/**
 * Why a subscription gives no access any more: somebody asked for it or withdrew, it was not paid, or
 * another cause.
 */
export type EndReason = 'asked' | 'withdrawn' | 'unpaid' | 'other';

/**
 * The reason of an end. One that Stripe paused, or no longer lists, which then still bears the state
 * it was last seen in, has another.
 */
export function endReasonOf({
  status,
  stripeStatus,
  withdrawnAt,
}: Pick<SubscriptionRow, 'status' | 'stripeStatus' | 'withdrawnAt'>): EndReason {
  if (withdrawnAt) return 'withdrawn';
  if (status === 'cancelled') return 'asked';
  return stripeStatus === 'canceled' || stripeStatus === 'unpaid' ? 'unpaid' : 'other';
}
