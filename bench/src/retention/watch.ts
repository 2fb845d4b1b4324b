import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const everyMs = 5;

/**
 * What has locked rows, by whatever statement it is at now: it holds them until its transaction ends.
 * Beside the daily job there are only an admin who reads, and the queues.
 */
const holdsRows = `exists (select from pg_locks as held where held.pid = activity.pid and held.granted
  and held.locktype = 'relation' and held.mode in ('RowShareLock', 'RowExclusiveLock'))`;

/** The longest that transactions were open, by the statement they were at last. */
export type Longest = Map<string, number>;

/**
 * Looks again and again for how long the transactions that write have been open. Answers,
 * once stopped, the longest of each kind that was seen, the longest of all first.
 */
export function watchTransactions(database: pg.Pool): { stop(): Promise<Longest> } {
  let isOn = true;
  const longest: Longest = new Map();
  const watching = (async () => {
    while (isOn) {
      const { rows } = await database.query<{ ms: number; query: string }>(
        `select extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms,
           substr(regexp_replace(trim(query), '\\s+', ' ', 'g'), 1, 50) as query
         from pg_stat_activity as activity where datname = current_database()
           and pid <> pg_backend_pid() and state <> 'idle' and ${holdsRows}`,
      );
      for (const { ms, query } of rows) longest.set(query, Math.max(ms, longest.get(query) ?? 0));
      await wait(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOn = false;
      await watching;
      return new Map([...longest].toSorted(([, a], [, b]) => b - a));
    },
  };
}
