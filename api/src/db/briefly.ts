import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { despiteDeadlocks, isDeadlock, tookTooLong } from './unavailable.ts';

/** Together with the commit, and with a statement more that begins just before, it is over in a tenth of a second. */
const mostMs = 50;
/** So often what cannot be done in smaller pieces is tried briefly, before it takes the time that it takes. */
const tries = 3;

class TooLong extends Error {}

/**
 * Runs a transaction that is given up where it, or one of its statements, has taken 50 ms, so that nobody waits
 * longer for what it locks; undefined where it was, and where another one was in its way: nothing of it was done
 * then. For what can be done in smaller pieces.
 */
export async function briefly<T>(db: Db, work: (transaction: Db) => Promise<T>) {
  try {
    return await db.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`set local statement_timeout = ${mostMs}`));
      const began = performance.now();
      const done = await work(transaction);
      if (performance.now() - began > mostMs) throw new TooLong();
      return done;
    });
  } catch (error) {
    if (error instanceof TooLong || tookTooLong(error) || isDeadlock(error)) return undefined;
    throw error;
  }
}

/** Runs a transaction that cannot be done in smaller pieces, briefly where one of three tries allows that. */
export async function asBrieflyAsItCan<T>(
  db: Db,
  work: (transaction: Db) => Promise<T>,
): Promise<T> {
  for (let tried = 0; tried < tries; tried += 1) {
    const done = await briefly(db, async (transaction) => ({ value: await work(transaction) }));
    if (done) return done.value;
    await rest(mostMs);
  }
  return despiteDeadlocks(db, work);
}

/** Runs a batch of so many rows: undefined where it is to be done in smaller ones, which one row has not. */
export function batchBriefly<T>(db: Db, size: number, work: (transaction: Db) => Promise<T>) {
  return size > 1 ? briefly(db, work) : asBrieflyAsItCan(db, work);
}
