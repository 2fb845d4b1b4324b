import type pg from 'pg';
import { untilStopped } from '../lib/until-stopped.ts';
import { smallest } from './smallest.ts';

const everyMs = 5;

/**
 * What has locked rows of ours, by whatever statement it is at now: it holds them until its transaction ends.
 * Beside the daily job there are only an admin who reads, what was queued, and the figures. What the bench itself
 * does is left out, and what the queues do for their own upkeep.
 */
const holdsRows = `exists (select from pg_locks as held join pg_class on pg_class.oid = held.relation
  where held.pid = activity.pid and held.granted and held.mode in ('RowShareLock', 'RowExclusiveLock')
    and (relnamespace = 'public'::regnamespace or query like 'delete from pgboss.job where (name, id)%'))`;

interface Seen {
  pid: number;
  /** Milliseconds by PostgreSQL's clock. */
  now: number;
  began: number;
  query: string;
  name: string;
}

/**
 * The longest that transactions were open, by what the job was at and the statement they were at last. The smallest
 * ones, beside it, are a kind of their own.
 */
export type Longest = { phase: string; query: string; ms: number }[];

/**
 * Looks again and again for how long transactions have held rows: since the look before the one that found them at it,
 * or since their beginning, where that was later. Answers, once stopped, the longest of each kind that was seen, the
 * longest of all first.
 */
export function watchTransactions(
  database: pg.Pool,
  phase: () => string,
): { stop(): Promise<Longest> } {
  const longest = new Map<string, Longest[number]>();
  let holding = new Map<string, number>();
  let before = 0;
  const stop = untilStopped(everyMs, async () => {
    const { rows } = await database.query<Seen>(
      `select pid, extract(epoch from clock_timestamp())::float8 * 1000 as now,
           extract(epoch from xact_start)::float8 * 1000 as began,
           application_name as name, substr(trim(regexp_replace(query, '\\s+', ' ', 'g')), 1, 50) as query
         from pg_stat_activity as activity
         where datname = current_database() and backend_type = 'client backend'
           and application_name <> current_setting('application_name') and state <> 'idle' and ${holdsRows}
         union all
         select 0, extract(epoch from clock_timestamp())::float8 * 1000, 0, '', ''`,
    );
    const seen = new Map<string, number>();
    for (const { pid, now, began, query, name } of rows) {
      if (pid === 0) {
        before = now;
        continue;
      }
      const transaction = `${pid} ${began}`;
      const since = holding.get(transaction) ?? Math.max(began, before);
      seen.set(transaction, since);
      const ms = now - since;
      const at = name === smallest ? smallest : phase();
      const key = `${at} ${query}`;
      if (ms > (longest.get(key)?.ms ?? 0)) longest.set(key, { phase: at, query, ms });
    }
    holding = seen;
  });
  return {
    stop: async () => {
      await stop();
      return [...longest.values()].toSorted((a, b) => b.ms - a.ms);
    },
  };
}
