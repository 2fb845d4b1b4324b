import { and, eq, gte, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';
import { stripeEvents } from '../../../../db/schema.ts';
import { subscriptionChanged } from './event-types.ts';

export type NewEvent = typeof stripeEvents.$inferInsert;

/** Stores events; answers the ids of those that had not been stored before. */
export async function insertEvents(db: Db, events: NewEvent[]): Promise<Set<string>> {
  const inserted = await db
    .insert(stripeEvents)
    .values(events)
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  return new Set(inserted.map(({ id }) => id));
}

export async function markProcessed(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(stripeEvents)
    .set({ processedAt: new Date() })
    .where(and(inArray(stripeEvents.id, ids), isNull(stripeEvents.processedAt)));
}

/** The ids of a customer's events that no job has finished. */
export async function findWaiting(db: Db, customerId: string): Promise<string[]> {
  const events = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(eq(stripeEvents.customerId, customerId), isNull(stripeEvents.processedAt)));
  return events.map(({ id }) => id);
}

/** The ids of a customer's events about changed subscriptions, received since a moment. */
export async function findSubscriptionEvents(
  db: Db,
  customerId: string,
  since: Date,
): Promise<string[]> {
  const events = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(
      and(
        eq(stripeEvents.customerId, customerId),
        eq(stripeEvents.type, subscriptionChanged),
        gte(stripeEvents.receivedAt, since),
      ),
    );
  return events.map(({ id }) => id);
}

/** Events that no job has finished, all or those received before a moment. */
export async function findUnprocessed(
  db: Db,
  receivedBefore?: Date,
): Promise<{ id: string; customerId: string }[]> {
  const events = await db
    .select({ id: stripeEvents.id, customerId: stripeEvents.customerId })
    .from(stripeEvents)
    .where(
      and(
        isNull(stripeEvents.processedAt),
        isNotNull(stripeEvents.customerId),
        receivedBefore && lt(stripeEvents.receivedAt, receivedBefore),
      ),
    );
  return events.flatMap(({ id, customerId }) => (customerId ? [{ id, customerId }] : []));
}
