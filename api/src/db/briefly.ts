import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { tookTooLong } from './unavailable.ts';

/** Together with the commit a statement is over in a tenth of a second. */
const mostMs = 80;

/**
 * Runs a transaction of which no statement may take longer than 80 ms, so that nobody waits longer for what it
 * locks; undefined where one did, and nothing of it was done. For what can be done in smaller pieces.
 */
export async function briefly<T>(db: Db, work: (transaction: Db) => Promise<T>) {
  try {
    return await db.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`set local statement_timeout = ${mostMs}`));
      return work(transaction);
    });
  } catch (error) {
    if (tookTooLong(error)) return undefined;
    throw error;
  }
}
