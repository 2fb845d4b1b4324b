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

/**
 * What a job has of its queue from when it was queued: what is noted when it gives up, and how long it may
 * take. In a statement that updates `pgboss.job`.
 */
export const asItsQueue = sql`(dead_letter, expire_seconds, heartbeat_seconds) = (select
  q.dead_letter, q.expire_seconds, q.heartbeat_seconds from pgboss.queue q where q.name = job.name)`;

/** Gives the jobs of a queue that an earlier release queued what the queue has now. */
export async function renewQueued(db: Db, queue: string): Promise<void> {
  await db.execute(sql`update pgboss.job set ${asItsQueue}
    where name = ${queue} and state < 'completed'`);
}
