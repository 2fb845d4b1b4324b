import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/**
 * Where the queue itself puts a note of each job that failed for the last time, in the statement that ends
 * the job: whether it threw, outlasted its time, or was killed with its process. Its first two
 * letters keep it out of what lists and counts our jobs.
 */
export const givenUpQueue = '__given-up';

/** Takes a note away, which names what its job did; false where another process has. */
export async function takeNote(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`delete from pgboss.job where name = ${givenUpQueue} and id = ${id} returning id`,
  );
  return rows.length > 0;
}

/** Has the jobs of a queue noted that an earlier release queued, should they give up. */
export async function noteQueued(db: Db, queue: string): Promise<void> {
  await db.execute(sql`update pgboss.job set dead_letter = ${givenUpQueue}
    where name = ${queue} and state < 'completed' and dead_letter is null`);
}
