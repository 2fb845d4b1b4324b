import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { unlessDone, unlessMissing } from '../client.ts';
import { idOf } from '../reference.ts';
import { findClosing, setIntent } from './intents-repository.ts';

/** Makes a session useless; one that is paid or expired already stays as it is. */
export async function expireSession(stripe: Stripe, id: string | null): Promise<void> {
  if (!id) return;
  await unlessDone(stripe.checkout.sessions.expire(id));
}

/**
 * Closes at Stripe every session of a user that is to be closed, also those that a process which
 * was killed left over. Answers whether one was paid before that could happen, and what it bought
 * still runs.
 */
export async function closeSessions(
  { db, stripe }: Pick<Services, 'db' | 'stripe'>,
  userId: string,
): Promise<boolean> {
  let isBought = false;
  for (const { id, stripeSessionId } of await findClosing(db, userId)) {
    await expireSession(stripe, stripeSessionId);
    const session = stripeSessionId
      ? await unlessMissing(stripe.checkout.sessions.retrieve(stripeSessionId))
      : null;
    await setIntent(db, id, 'replaced');
    if (session?.status === 'complete') isBought ||= await stillRuns(stripe, session);
  }
  return isBought;
}

/** Whether what a completed session bought is still running. */
export async function stillRuns(
  stripe: Stripe,
  { subscription }: Stripe.Checkout.Session,
): Promise<boolean> {
  const id = idOf(subscription);
  return id !== null && (await stripe.subscriptions.retrieve(id)).ended_at === null;
}
