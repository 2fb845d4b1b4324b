import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';

/**
 * Stripe's cards for tests that everybody begins with: in test mode one trial would use them up for
 * all. Every other card is one like any real one, in test mode, too.
 */
const sharedInTests = ['4242', '0341', '3155'];

/**
 * What a trial remembers of its card: a hash of Stripe's fingerprint under `secret` (base64url),
 * which is the same for every save of the same number, and of no use to anybody else. Where there is
 * no card to remember it is the trial's own.
 */
export function cardHash(
  secret: string,
  method: Stripe.PaymentMethod | null,
  stripeId: string,
): string {
  const { fingerprint, last4 } = method?.card ?? {};
  const isShared = method?.livemode === false && sharedInTests.includes(last4 ?? '');
  const what = fingerprint && !isShared ? `card ${fingerprint}` : `subscription ${stripeId}`;
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(`trial ${what}`)
    .digest('base64url');
}
