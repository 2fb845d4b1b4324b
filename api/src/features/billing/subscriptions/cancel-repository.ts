import { and, desc, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { subscriptions } from '../../../db/schema.ts';

const { cancelRequestedAt, cancelReason, cancelComment } = subscriptions;

/**
 * How many cancelled since then, by the reason they gave or did not give, the most frequent first. Whom
 * somebody else has ended is none of them.
 */
export async function countCancelReasons(db: Db, since: Date) {
  const count = sql`count(*)`.mapWith(Number) as SQL<number>;
  return db
    .select({ reason: cancelReason, count })
    .from(subscriptions)
    .where(and(gte(cancelRequestedAt, since), isNotNull(cancelReason)))
    .groupBy(cancelReason)
    .orderBy(desc(count), cancelReason);
}

/** The newest words of their own that people left since then. */
export async function findCancelComments(db: Db, since: Date, limit: number) {
  const at = sql`${cancelRequestedAt}`.mapWith(cancelRequestedAt) as SQL<Date>;
  const comment = sql`${cancelComment}`.mapWith(String) as SQL<string>;
  const { productId, userId } = subscriptions;
  return db
    .select({ at, comment, reason: cancelReason, productId, userId })
    .from(subscriptions)
    .where(and(gte(cancelRequestedAt, since), isNotNull(cancelComment)))
    .orderBy(desc(cancelRequestedAt))
    .limit(limit);
}
