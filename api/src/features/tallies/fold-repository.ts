import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { tallies, tallyChanges, tallyTerms } from '../../db/schema.ts';

/** Numbers the advisory lock that lets one process fold at a time. */
const foldLock = 7_204_312;

/** Whether this transaction is the one that may write the tallies, until it ends. */
export async function mayFold(transaction: Db): Promise<boolean> {
  const { rows } = await transaction.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${foldLock}) as free`,
  );
  return rows[0]?.free === true;
}

/** Of a million users a change that searches find is looked for in thousands of terms, and the others in none. */
const linesForOne = 10;

interface Moved {
  moved: number;
  /** Whether there were as many as asked for. */
  isFull: boolean;
}

/**
 * Moves the oldest changes into the tallies of everything and of every kept term that finds them: at most so
 * many that searches find, and some of the others. One statement, so that nobody sees them twice or not at all.
 */
export async function foldBatch(transaction: Db, most: number): Promise<Moved> {
  const { rows } = await transaction.execute<{ moved: number; searched: number }>(sql`
    with taken as (
      delete from ${tallyChanges}
      where id in (
        select id from (
          select id, count(*) filter (where words <> '') over (order by id) as searched
          from (
            select id, words from ${tallyChanges} order by id limit ${most * linesForOne}
          ) as oldest
        ) as counted where searched <= ${most}
      )
      returning words, subject, status, kind, count, amount, refunded
    ), texts as (
      select distinct words from taken where words <> ''
    ), terms as (
      select texts.words, kept.term from texts
      join ${tallyTerms} kept on kept.term <> '' and position(kept.term in texts.words) > 0
    ), sums as (
      select term, subject, status, kind, sum(count) as count, sum(amount) as amount,
        sum(refunded) as refunded
      from (
        select '' as term, subject, status, kind, count, amount, refunded from taken
        union all
        select terms.term, subject, status, kind, count, amount, refunded
        from taken join terms using (words)
      ) as lines
      group by term, subject, status, kind
    ), added as (
      insert into ${tallies} as held (term, subject, status, kind, count, amount, refunded)
      select * from sums
      on conflict (term, subject, status, kind) do update set
        count = held.count + excluded.count,
        amount = held.amount + excluded.amount,
        refunded = held.refunded + excluded.refunded
    )
    select count(*)::int as moved, count(*) filter (where words <> '')::int as searched from taken`);
  const { moved = 0, searched = 0 } = rows[0] ?? {};
  return { moved, isFull: moved === most * linesForOne || searched === most };
}
