import { sql } from 'drizzle-orm';
import { answering, type Statement } from '../../db/at-once.ts';
import type { Db } from '../../db/client.ts';
import { tallies, tallyChanges, tallyTerms } from '../../db/schema.ts';

/** Numbers the advisory lock that lets one process fold at a time. */
const foldLock = 7_204_312;

/** Where a transaction notes whether it is the one that may write the tallies. */
const mayFoldNow = sql`coalesce(current_setting('tallies.may_fold', true) = 'true', false)`;

/** Has a transaction be the one that may write the tallies, until it ends, where no other is. */
const claiming = (transaction: Db) =>
  transaction.execute(
    sql`select set_config('tallies.may_fold', pg_try_advisory_xact_lock(${foldLock})::text, true)`,
  );

/** Whether this transaction is the one that may write the tallies, until it ends. */
export async function mayFold(transaction: Db): Promise<boolean> {
  await claiming(transaction);
  const { rows } = await transaction.execute<{ may: boolean }>(sql`select ${mayFoldNow} as may`);
  return rows[0]?.may === true;
}

/** Of a million users a change that searches find is looked for in thousands of terms, and the others in none. */
const linesForOne = 10;

const none = { moved: 0, searched: 0, may: false };

interface Moved {
  moved: number;
  /** Whether there were as many as asked for. */
  isFull: boolean;
  /** Another transaction is at it, so nothing was moved. */
  isElsewhere: boolean;
}

/**
 * The same as `foldBatch` with what has to be asked before it, to be sent in one go. Two statements: which terms are
 * kept is seen from the second one's beginning, once nobody else may change them.
 */
export const foldingBatch = (transaction: Db, most: number) =>
  [claiming(transaction), folding(transaction, most)] as const;

/** Moves a batch in a transaction that may (`mayFold`). */
export const foldBatch = (transaction: Db, most: number): Promise<Moved> =>
  folding(transaction, most).execute();

/**
 * Moves the oldest changes into the tallies of everything and of every kept term that finds them: at most so
 * many that searches find, and some of the others. One statement, so that nobody sees them twice or not at all.
 */
function folding(transaction: Db, most: number): Statement<Moved> {
  const moving = transaction.execute<{ moved: number; searched: number; may: boolean }>(sql`
    with taken as (
      delete from ${tallyChanges}
      where ${mayFoldNow} and id in (
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
    select count(*)::int as moved, count(*) filter (where words <> '')::int as searched,
      ${mayFoldNow} as may from taken`);
  return answering(moving, ({ rows: [{ moved, searched, may } = none] }) => ({
    moved,
    isFull: moved === most * linesForOne || searched === most,
    isElsewhere: !may,
  }));
}
