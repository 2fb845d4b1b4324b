import type { Statement } from '../../../../db/at-once.ts';
import type { Db } from '../../../../db/client.ts';
import { Conflict } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import { closeOpenIntent, closingOpenIntent } from '../checkout/intents-repository.ts';
import { closeSessions } from '../checkout/sessions.ts';
import { explainOutage, unlessDone, unlessMissing } from '../client.ts';
import { statusOf } from '../sync/status.ts';
import { syncCustomer } from '../sync/sync.ts';
import { findCustomerOfUser, stopUnlessCustomer } from './customers-repository.ts';

/**
 * Ends at Stripe, at once, whatever a user holds or is about to buy, and writes what came of it.
 * Nothing is charged or given back. Throws Unavailable while Stripe is away.
 */
export async function endCustomer(services: Services, userId: string): Promise<void> {
  const { db, stripe } = services;
  const customerId = await findCustomerOfUser(db, userId);
  if (!customerId) return;
  await explainOutage(async () => {
    await closeOpenIntent(db, userId);
    await closeSessions(services, userId);
    const held = await unlessMissing(
      Array.fromAsync(stripe.subscriptions.list({ customer: customerId, limit: 100 })),
    );
    for (const subscription of held ?? []) {
      if (!statusOf(subscription)?.hasAccess && subscription.ended_at !== null) continue;
      await unlessDone(stripe.subscriptions.cancel(subscription.id, { prorate: false }));
    }
    await syncCustomer(services, customerId);
  });
}

/**
 * What queues, in the transaction that deletes a user, that pages left open are closed and that Stripe forgets who the
 * customer was. It is ended where that is another one by then.
 */
export async function forgetting(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  userId: string,
): Promise<(transaction: Db) => Statement[]> {
  const customerId = await findCustomerOfUser(db, userId);
  const job = customerId && (await jobs.enqueueing('forget-customer', { customerId }));
  return (transaction) => [
    stopUnlessCustomer(transaction, userId, customerId),
    closingOpenIntent(transaction, userId),
    ...(job ? [job(transaction)] : []),
  ];
}

/** What a deletion answers when something was bought while it ran. */
export const boughtMeanwhile = () =>
  new Conflict('This user has just bought a subscription. Please try again.');
