import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/**
 * Rejects when the database has no room for a megabyte or takes no writes: with its disk full it
 * answers questions as before. What is written is thrown away.
 */
export async function tryToWrite(db: Db): Promise<void> {
  try {
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`create temporary table room on commit drop as
        select repeat('x', 1000) from generate_series(1, 1000)`);
    });
  } catch (error) {
    // Who may make no temporary tables learns nothing by this.
    if (isDatabaseUnavailable(error)) throw error;
  }
}
