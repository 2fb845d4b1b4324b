import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const everyMs = 5;

/** What writes in the daily job; what it holds it holds until its transaction ends. */
const ofJob = `query ~* '^\\s*(select\\s+purge_|delete from|update "users"|insert into "outgoing)'`;

/**
 * Looks again and again for how long the writing transactions of the daily job have been open. Answers,
 * once stopped, the longest that was seen.
 */
export function watchTransactions(database: pg.Pool): {
  stop(): Promise<{ ms: number; query: string }>;
} {
  let isOn = true;
  const longest = { ms: 0, query: '' };
  const watching = (async () => {
    while (isOn) {
      const { rows } = await database.query<{ ms: number; query: string }>(
        `select extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms, query
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and state <> 'idle' and ${ofJob} order by 1 desc limit 1`,
      );
      const [row] = rows;
      if (row && row.ms > longest.ms) Object.assign(longest, row);
      await wait(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOn = false;
      await watching;
      return longest;
    },
  };
}
