import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const everyMs = 5;

/** What writes in the daily job; what it holds it holds until its transaction ends. */
const ofJob = `query ~* '^\\s*(select\\s+purge_|delete from|update "users"|insert into "outgoing)'`;

/** The longest that transactions were open, by the statement they were at. */
export type Longest = Map<string, number>;

/**
 * Looks again and again for how long the writing transactions of the daily job have been open. Answers,
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
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and state <> 'idle' and ${ofJob}`,
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
