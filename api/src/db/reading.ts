import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Db } from './client.ts';
import { ForeignCursor } from './keyset.ts';
import { openPool } from './pool.ts';

/**
 * Reads what an admin only looks at, from a replica where there is one: never what decides about money or
 * access. What it reads is no older than the moment it was asked for, whichever database answers.
 */
export type Read = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

export interface Reading {
  read: Read;
  close(): Promise<void>;
}

/** Where something was read. */
export type ReadFrom = 'replica' | 'primary';

/** So long a replica may take to come to where the primary stands; then the primary is read. */
const [tries, pauseMs] = [6, 15];
/** So long one may be silent; then it has failed. */
const silentMs = 1_000;
/** One that failed is left alone for so long. */
const restMs = 5_000;

/** Opens the replica at `url`. `note` hears of each reading where it was read, and why not from the replica. */
export function openReading(
  primary: Db,
  url: string,
  note: (from: ReadFrom, error?: unknown) => void,
): Reading {
  const pool = openPool(url, { max: 5, connectMs: silentMs });
  const replica = drizzle(pool);
  let leftAloneUntil = 0;

  /** Whether it has everything that was committed before this was asked. */
  async function isThere(): Promise<boolean> {
    const { rows } = await primary.execute<{ at: string }>(
      sql`select pg_current_wal_flush_lsn()::text as at`,
    );
    // One that has been made the primary of others, and so takes writes of its own, is no replica of ours.
    const question = {
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as yes',
      values: [rows[0]?.at],
      query_timeout: silentMs,
    };
    for (let n = 0; n < tries; n += 1) {
      if (n > 0) await setTimeout(pauseMs);
      const answer = await pool.query(question);
      if (answer.rows[0].yes) return true;
    }
    return false;
  }

  return {
    async read(read) {
      if (performance.now() < leftAloneUntil) {
        note('primary');
        return read(primary);
      }
      try {
        if (await isThere()) {
          const found = await read(replica);
          note('replica');
          return found;
        }
        note('primary');
      } catch (error) {
        if (error instanceof ForeignCursor) throw error;
        // Away, or its reading was in the way of what came from the primary: there it is read whole.
        leftAloneUntil = performance.now() + restMs;
        note('primary', error);
      }
      return read(primary);
    },
    close: () => pool.end(),
  };
}
