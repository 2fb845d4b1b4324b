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
  /** The users it finds, where they are so few that the list is made from them. */
  userIds: string[] | undefined;
}

/** A search as it is looked for: in lower case on the database's side. */
function containing(search: string): SQL {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`like lower(${pattern}::text)`;
}

/**
 * Matches rows by the words of their user; `userId` is the column that tells whose a row is. For a
 * common search the rows are read in their order, and the words of each one's user are looked at
 * as it comes, until there are enough: a subquery for each row, which the planner cannot turn into
 * a join that reads them all.
 */
export function inWords(userId: PgColumn, { text, userIds }: Search): SQL {
  return userIds
    ? sql`${userId} = any (${`{${userIds.join(',')}}`}::uuid[])`
    : sql`(select seen.words ${containing(text)} from ${users} seen where seen.id = ${userId})`;
}

/** The same for a list of users themselves; the planner is to take it for as common as it is. */
export function inOwnWords({ text, userIds }: Search): SQL {
  return userIds
    ? sql`${users.id} = any (${`{${userIds.join(',')}}`}::uuid[])`
    : sql`(case when ${users.words} ${containing(text)} then true else false end)`;
}

/** The users that a rare search finds. */
export async function findInWords(db: Db, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${users} where ${inIndex(text)}`,
  );
  return rows.map(({ id }) => id);
}

/** The index is asked for so many pieces of a search; more of them cost more than they spare. */
const piecesAsked = 4;

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
        where length(piece) = least(length(${letters}), 3)
        group by piece order by coalesce(sum(count), 0) limit ${piecesAsked}
      ) as asked
    ) and ${users.words} ${containing(text)}`;
}

/**
 * How many users match a search whose figures are kept; undefined for one whose figures are not,
 * because few match.
 */
export async function findKept(db: Db, search: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ users: number }>(sql`
    select (select coalesce(sum(count), 0)::float8 from ${tallies}
      where term = kept.term and subject = 'user') as users
    from ${tallyTerms} kept where kept.term = lower(${search}::text)`);
  return rows[0]?.users;
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

/** The lines of some users' rows. Subscriptions and payments are found by the ids alone, in an index. */
const linesOfUsers: Record<Subject, (ids: SQL) => SQL> = {
  user: (ids) => sql`select ${userLine}
    from ${users} where id = any (${ids}) and deleted_at is null`,
  'trial-user': (ids) => sql`select ${userLine}
    from ${users} join ${trialHolders} t on t.user_id = id and t.at = 'now'
    where id = any (${ids}) and deleted_at is null`,
  subscription: (ids) => sql`select status, plan_id::text as kind, 1 as count, 0 as amount,
      0 as refunded
    from ${subscriptions} where user_id = any (${ids})`,
  payment: (ids) => sql`select status, plan_id::text as kind, count, amount, refunded
    from ${paymentTallies} where user_id = any (${ids})`,
};

/** The figures of some users, counted. */
export async function countMatching(
  db: Db,
  subject: Subject,
  userIds: string[],
): Promise<Figures[]> {
  return read(db, linesOfUsers[subject](sql`${`{${userIds.join(',')}}`}::uuid[]`));
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
