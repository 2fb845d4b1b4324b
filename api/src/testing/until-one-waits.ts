import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../db/client.ts';

/** Waits until somebody waits for a lock in this database. */
export async function untilOneWaits(db: Db): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 10_000 })
    .toBeGreaterThan(0);
}
