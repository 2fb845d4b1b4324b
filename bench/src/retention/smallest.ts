import pg from 'pg';
import { untilStopped } from '../lib/until-stopped.ts';

const everyMs = 20;
/** What its connection is called, in pg_stat_activity. */
export const smallest = 'smallest';

/**
 * Updates the one row of a table of its own again and again, each time in a transaction, as somebody who is in
 * nobody's way: the longest of these is what the machine alone makes of a transaction meanwhile. Answers how to stop.
 */
export async function keepWriting(url: string): Promise<{ stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: smallest });
  await client.connect();
  await client.query('create table bench_smallest as select 0 as n');
  const stop = untilStopped(everyMs, async () => {
    await client.query('begin');
    await client.query('update bench_smallest set n = n + 1');
    await client.query('commit');
  });
  return { stop: () => stop().finally(() => client.end()) };
}
