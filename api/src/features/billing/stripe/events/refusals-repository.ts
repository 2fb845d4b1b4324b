import type { RefusalCause } from 'contract/failures';
import { desc, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';
import { refusedWebhooks } from '../../../../db/schema.ts';

const { cause, count, firstAt, lastAt } = refusedWebhooks;
const weekAgo = sql`now() - interval '7 days'`;

/** Adds to what was refused for a cause; after a quiet week it is counted anew. */
export async function addRefused(db: Db, of: RefusalCause, more: number): Promise<void> {
  const isOver = sql`${lastAt} < ${weekAgo}`;
  await db
    .insert(refusedWebhooks)
    .values({ cause: of, count: more, firstAt: sql`now()`, lastAt: sql`now()` })
    .onConflictDoUpdate({
      target: cause,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${count} + excluded.count end`,
        firstAt: sql`case when ${isOver} then excluded.first_at else ${firstAt} end`,
        lastAt: sql`excluded.last_at`,
      },
    });
}

/** What was refused in the last week, the newest first. */
export function findRefused(db: Db) {
  return db.select().from(refusedWebhooks).where(gt(lastAt, weekAgo)).orderBy(desc(lastAt), cause);
}
