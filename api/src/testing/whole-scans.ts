import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** How often these tables were read from the first row to the last by now, all together. */
export async function wholeScans(db: Db, ...tables: string[]): Promise<number> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await db.execute<{ scans: number }>(sql`select sum(seq_scan)::int as scans
    from pg_stat_user_tables where relname = any(${sql.param(tables)})`);
  return rows[0]?.scans ?? 0;
}
