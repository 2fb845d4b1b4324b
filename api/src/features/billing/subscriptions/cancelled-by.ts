import type Stripe from 'stripe';

/** Says at Stripe that the holder cancelled, and not support or a deactivation. */
export const cancelledByHolder = { cancelled_by: 'holder' };
export const notCancelledByHolder = { cancelled_by: '' };

/** What stands among the reasons for a holder who gave none. */
const notSaid = 'not_said';

/**
 * Why a subscription that is set to end was cancelled, in Stripe's words: 'not_said' where the holder gave
 * no reason; null where nobody gave one and somebody else ended it (product B135).
 */
export function reasonOf({
  cancellation_details: details,
  metadata,
}: Stripe.Subscription): string | null {
  const isByHolder = metadata.cancelled_by === cancelledByHolder.cancelled_by;
  return details?.feedback ?? (isByHolder ? notSaid : null);
}
