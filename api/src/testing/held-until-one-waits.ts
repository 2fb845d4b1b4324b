import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Db } from '../db/client.ts';
import type { Services } from '../services.ts';

/** Waits until somebody waits for a lock in this database. */
async function untilOneWaits(db: Db): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 10_000 })
    .toBeGreaterThan(0);
}

/**
 * Has whoever queues a mail from now on keep their transaction open until somebody waits for it. Resolves
 * once that is so far, with all but the commit done.
 */
export function heldUntilOneWaits({ db, mails }: Services): Promise<void> {
  const done = Promise.withResolvers<void>();
  const queue = mails.queue.bind(mails);
  vi.spyOn(mails, 'queue').mockImplementation(async (transaction, mail) => {
    const isQueued = await queue(transaction, mail);
    done.resolve();
    await untilOneWaits(db);
    return isQueued;
  });
  return done.promise;
}
