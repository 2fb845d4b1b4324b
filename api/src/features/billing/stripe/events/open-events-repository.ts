import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';
import { stripeEvents } from '../../../../db/schema.ts';

export type EventRow = typeof stripeEvents.$inferSelect;

const isOpen = isNull(stripeEvents.processedAt);

/** Events whose work is not done, the oldest first, after the event `after`. */
export async function findOpenEvents(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<EventRow[]> {
  return db
    .select()
    .from(stripeEvents)
    .where(
      and(
        isOpen,
        after === undefined
          ? undefined
          : sql`(${stripeEvents.receivedAt}, ${stripeEvents.id}) >
              (select received_at, id from stripe_events where id = ${after})`,
      ),
    )
    .orderBy(asc(stripeEvents.receivedAt), asc(stripeEvents.id))
    .limit(limit);
}

export async function countOpenEvents(db: Db): Promise<number> {
  return db.$count(stripeEvents, isOpen);
}

export async function findOpenEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const [event] = await db
    .select()
    .from(stripeEvents)
    .where(and(eq(stripeEvents.id, id), isOpen));
  return event;
}
