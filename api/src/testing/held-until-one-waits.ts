import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Db } from '../db/client.ts';
import type { Services } from '../services.ts';

/** Waits until so many wait for a lock in this database. */
export async function untilWait(db: Db, count: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count);
}

/**
 * Has whoever queues a mail from now on keep their transaction open until somebody waits for it. Resolves
 * once that is so far, with all but the commit done.
 */
function heldUntilOneWaits({ db, mails }: Services): Promise<void> {
  const done = Promise.withResolvers<void>();
  const queue = mails.queue.bind(mails);
  vi.spyOn(mails, 'queue').mockImplementation(async (transaction, mail) => {
    const isQueued = await queue(transaction, mail);
    done.resolve();
    await untilWait(db, 1);
    return isQueued;
  });
  return done.promise;
}

/**
 * Begins something, and keeps it uncommitted until somebody waits for it. Answers, once all else of it is done, how
 * to wait for its end.
 */
export async function begunAndHeld(
  services: Services,
  act: () => Promise<{ status: number }>,
): Promise<() => Promise<void>> {
  const held = heldUntilOneWaits(services);
  const acting = act();
  await held;
  // Only what was held so far is: what waits for it goes on as ever.
  vi.restoreAllMocks();
  return async () => expect((await acting).status).toBe(200);
}

/**
 * Does something, and has something else wait for it before it is committed, which it overtakes so. Answers what
 * came of that one.
 */
export async function overtaken<T>(
  services: Services,
  act: () => Promise<{ status: number }>,
  other: () => Promise<T>,
): Promise<T> {
  const end = await begunAndHeld(services, act);
  const answer = await other();
  await end();
  return answer;
}
