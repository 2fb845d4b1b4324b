import type Stripe from 'stripe';
import type { Services } from '../../../app.ts';
import { Conflict } from '../../../http/errors.ts';
import { expireSession } from './expire-session.ts';
import { findClosing, setIntent } from './intents-repository.ts';
import { syncCustomer } from './sync.ts';

export const alreadyPaid =
  'This checkout has just been completed. You will find it in My Subscriptions.';

/**
 * Closes at Stripe every session that a newer wish has replaced, also those that a process which
 * was killed left over. Throws Conflict when one was paid before that could happen.
 */
export async function closeReplaced(
  services: Services,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  const { db, stripe } = services;
  for (const { id, stripeSessionId } of await findClosing(db, userId)) {
    await expireSession(stripe, stripeSessionId);
    const session = stripeSessionId && (await stripe.checkout.sessions.retrieve(stripeSessionId));
    await setIntent(db, id, 'replaced');
    if (session && session.status === 'complete' && (await stillRuns(stripe, session))) {
      await syncCustomer(services, customerId);
      throw new Conflict(alreadyPaid);
    }
  }
}

/** Whether what a completed session bought is still running. */
export async function stillRuns(
  stripe: Stripe,
  { subscription }: Stripe.Checkout.Session,
): Promise<boolean> {
  if (!subscription) return false;
  const id = typeof subscription === 'string' ? subscription : subscription.id;
  return (await stripe.subscriptions.retrieve(id)).ended_at === null;
}
