import { type SQL, sql } from 'drizzle-orm';
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
import { containing, foundUsers } from '../../db/user-search.ts';

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
