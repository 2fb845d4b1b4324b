import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import {
  paymentTallies,
  subscriptions,
  tallies,
  tallyChanges,
  tallyTerms,
  trialHolders,
  users,
} from '../../db/schema.ts';

/** A `trial-user` is a user who is on trial. */
export type Subject = 'user' | 'trial-user' | 'subscription' | 'payment';

/** One line of figures: how many, and their pence, for one status and one role or plan. */
export interface Figures {
  status: string;
  /** A user's role; the plan of a subscription or payment. */
  kind: string;
  count: number;
  amount: number;
  refunded: number;
}

/** A search, and what is known of it before it is made. */
export interface Search {
  text: string;
  /** Its figures are kept. */
  isKept: boolean;
  /** How many users it finds, of how many there are; undefined while that is not known: few. */
  users: number | undefined;
  allUsers: number;
}

/** A search as it is looked for: in lower case on the database's side. */
function containing(search: string): SQL {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`like lower(${pattern}::text)`;
}

/**
 * Matches rows by the words of their user; `userId` is the column that tells whose a row is. The
 * words of each row's user are looked at as it comes, which suits a common search: a subquery for
 * each row, which the planner cannot turn into a join that reads them all.
 */
export function inWords(userId: PgColumn, { text }: Search): SQL {
  return sql`(select seen.words ${containing(text)} from ${users} seen where seen.id = ${userId})`;
}

/** Matches the same rows once the users are found by the index, all of them before the first row. */
export function isOfFound(userId: PgColumn, { text }: Search): SQL {
  return sql`${userId} in (${foundUsers(text)})`;
}

/** The same, for rows that are wanted in their order and not all: the planner is not to join them. */
export function isOfFoundInTurn(userId: PgColumn, search: Search): SQL {
  return sql`(case when ${isOfFound(userId, search)} then true else false end)`;
}

/** The same for a list of users themselves; the planner is to take it for as common as it is. */
export function inOwnWords({ text }: Search): SQL {
  return sql`(case when ${users.words} ${containing(text)} then true else false end)`;
}

/** A walk may take so many times as long as where what is found is spread evenly, */
const unevenness = 4;
/** and is not given up before so many rows: those cost little beside sorting what many match. */
const leastWalked = 10_000;

/**
 * How many rows of a list are walked past in its order, until a page of what a search finds is full,
 * before all that it finds is sorted instead. None where that costs less than a walk is expected to;
 * and a walk in vain costs no more than it would have. `rows`: of the page and before it; `toSort`:
 * what it costs to sort what one user has, in rows walked past.
 */
export function patienceFor({ users, allUsers }: Search, rows: number, toSort: number): number {
  if (!users) return 0;
  const expected = Math.ceil((rows * allUsers) / users);
  const spared = Math.floor(toSort * users);
  if (expected > spared) return 0;
  return Math.min(spared, Math.max(unevenness * expected, leastWalked));
}

const foundUsers = (text: string) => sql`select id from ${users} where ${inIndex(text)}`;

/** The index is asked for so many pieces of a search; more of them cost more than they spare. */
const piecesAsked = 3;
/** The longest pieces that the index has. */
const longestPiece = 4;

/**
 * Matches the users that a search finds by an index: it is asked for the rarest pieces of the
 * search, as far as is known, and the words of who has them all are looked at. A piece whose users
 * are not counted is rarer than any that is.
 */
export function inIndex(text: string): SQL {
  const letters = sql`lower(${text}::text)`;
  return sql`word_pieces(${users.words}) @> (
      select array_agg(piece) from (
        select piece from unnest(word_pieces(${letters})) piece
        left join ${tallies} on term = piece and subject = 'user'
        where length(piece) = least(length(${letters}), ${longestPiece})
        group by piece order by coalesce(sum(count), 0) limit ${piecesAsked}
      ) as asked
    ) and ${users.words} ${containing(text)}`;
}

/**
 * How many users match a search, and how many there are; undefined for a search whose figures are
 * not kept, because few match.
 */
export async function findKept(
  db: Db,
  search: string,
): Promise<{ users: number | undefined; allUsers: number }> {
  const usersOf = (term: SQL) => sql`(select coalesce(sum(count), 0)::float8 from ${tallies}
    where term = ${term} and subject = 'user')`;
  const { rows } = await db.execute<{ users: number | null; all: number }>(sql`
    select ${usersOf(sql`''`)} as all, (
      select ${usersOf(sql`kept.term`)} from ${tallyTerms} kept
      where kept.term = lower(${search}::text)) as users`);
  return { users: rows[0]?.users ?? undefined, allUsers: rows[0]?.all ?? 0 };
}

/**
 * The figures of a kept search, or of everything for an empty one, as of now; none at all for a
 * search that is not kept any more.
 */
export async function readKept(db: Db, subject: Subject, search: string): Promise<Figures[]> {
  const found = search === '' ? sql`words is not null` : sql`words ${containing(search)}`;
  return read(
    db,
    sql`select * from (
          select status, kind, count, amount, refunded from ${tallies}
          where term = lower(${search}::text) and subject = ${subject}
          union all
          select status, kind, count, amount, refunded from ${tallyChanges}
          where subject = ${subject} and ${found}
        ) as kept where exists (select from ${tallyTerms} where term = lower(${search}::text))`,
  );
}

const userLine = sql`case when is_active then 'active' else 'inactive' end as status,
  role as kind, 1 as count, 0 as amount, 0 as refunded`;

/** The lines of what the users in `found` have. */
const linesOfFound: Record<Subject, SQL> = {
  user: sql`select ${userLine}
    from found join ${users} using (id) where deleted_at is null`,
  'trial-user': sql`select ${userLine}
    from found join ${users} using (id) join ${trialHolders} t on t.user_id = id and t.at = 'now'
    where deleted_at is null`,
  subscription: sql`select status, plan_id::text as kind, 1 as count, 0 as amount, 0 as refunded
    from found join ${subscriptions} on user_id = found.id`,
  payment: sql`select status, plan_id::text as kind, count, amount, refunded
    from found join ${paymentTallies} on user_id = found.id`,
};

/** The figures of what a search finds, counted. */
export function countMatching(db: Db, subject: Subject, text: string): Promise<Figures[]> {
  return read(db, sql`with found as materialized (${foundUsers(text)}) ${linesOfFound[subject]}`);
}

async function read(db: Db, lines: SQL): Promise<Figures[]> {
  const { rows } = await db.execute<Figures & Record<string, unknown>>(sql`
    select status, kind, sum(count)::float8 as count, sum(amount)::float8 as amount,
      sum(refunded)::float8 as refunded
    from (${lines}) as lines group by status, kind`);
  return rows;
}

/** Figures that no search reaches: `status` is their month or day in London. */
export interface SeriesLine extends Figures {
  subject: string;
}

/** The lines of these subjects, by day or month and by plan, since `from`. */
export function readSeries(db: Db, subjects: string[], from: string): Promise<SeriesLine[]> {
  return sumSeries(db, sql`${isOneOf(subjects)} and status >= ${from}`, sql`status`);
}

/** The lines of these subjects by month since `from`, and under '' all that was before. */
export function readMonths(db: Db, subjects: string[], from: string): Promise<SeriesLine[]> {
  const month = sql`case when status >= ${from}::text then status else '' end`;
  return sumSeries(db, isOneOf(subjects), month);
}

/** The newest month that has a line of these subjects, such as 2026-11; null without any. */
export async function newestMonth(db: Db, subjects: string[]): Promise<string | null> {
  const { rows } = await db.execute<{ month: string | null }>(sql`
    select max(status) as month from (
      select status from (${linesOf(isOneOf(subjects))}) as lines
      group by subject, status, kind having sum(count) > 0) as months`);
  return rows[0]?.month ?? null;
}

const isOneOf = (subjects: string[]) => sql`subject = any (${`{${subjects.join(',')}}`}::text[])`;

async function sumSeries(db: Db, wanted: SQL, status: SQL): Promise<SeriesLine[]> {
  const { rows } = await db.execute<SeriesLine & Record<string, unknown>>(sql`
    select subject, ${status} as status, kind, sum(count)::float8 as count, sum(amount)::float8 as amount,
      sum(refunded)::float8 as refunded
    from (${linesOf(wanted)}) as lines group by 1, 2, 3`);
  return rows;
}

/** What is kept of everything, and what has been written since. */
const linesOf = (wanted: SQL) => sql`
  select subject, status, kind, count, amount, refunded from ${tallies}
  where term = '' and ${wanted}
  union all
  select subject, status, kind, count, amount, refunded from ${tallyChanges} where ${wanted}`;
