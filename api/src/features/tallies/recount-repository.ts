import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  paymentTallies,
  subscriptions,
  tallies,
  tallyRecounts,
  tallyTerms,
  trialHolders,
  users,
} from '../../db/schema.ts';

/** One figure of one user, with the words that find the user. */
export interface UserFigure extends Record<string, unknown> {
  userId: string;
  words: string;
  subject: string;
  status: string;
  kind: string;
  count: number;
  amount: number;
  refunded: number;
}

const usersAtOnce = 2_000;
const termsAtOnce = 1_000;

/**
 * Every figure of every user that a search can find, some users at a time, a user's lines together.
 * Many short queries: a long one would be taken for a database that does not answer.
 */
export async function* streamFigures(transaction: Db): AsyncGenerator<UserFigure[]> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last) {
    const { rows }: { rows: UserFigure[] } = await transaction.execute<UserFigure>(sql`
      with seen as materialized (
        select id, words, is_active, role from ${users}
        where id > ${last}::uuid and deleted_at is null order by id limit ${usersAtOnce}
      )
      select seen.id as "userId", seen.words, f.subject, f.status, f.kind,
        f.count::float8 as count, f.amount::float8 as amount, f.refunded::float8 as refunded
      from seen cross join lateral (
        select 'user' as subject, case when is_active then 'active' else 'inactive' end as status,
          role as kind, 1 as count, 0 as amount, 0 as refunded
        union all
        select 'trial-user', case when is_active then 'active' else 'inactive' end, role, 1, 0, 0
        from ${trialHolders} where user_id = seen.id and at = 'now'
        union all
        select 'subscription', status, plan_id::text, count(*), 0, 0
        from ${subscriptions} where user_id = seen.id group by status, plan_id
        union all
        select 'payment', status, plan_id::text, count, amount, refunded
        from ${paymentTallies} where user_id = seen.id and count <> 0
      ) f order by seen.id`);
    yield rows;
    last = rows.at(-1)?.userId;
  }
}

export async function countUsers(db: Db): Promise<number> {
  return db.$count(users);
}

/** The words of about one user in `oneIn`. */
export async function sampleWords(db: Db, oneIn: number): Promise<string[]> {
  const { rows } = await db.execute<{ words: string }>(sql`
    select words from ${users}
    where deleted_at is null and abs(hashtext(id::text)::bigint) % ${oneIn}::int = 0`);
  return rows.map(({ words }) => words);
}

/** Forgets the terms that were kept, and their figures. */
export async function clearTerms(transaction: Db): Promise<void> {
  for (;;) {
    const { rows } = await transaction.execute(sql`
      with old as (
        delete from ${tallyTerms} where term in (
          select term from ${tallyTerms} where term <> '' order by term limit ${termsAtOnce})
        returning term
      ), figures as (
        delete from ${tallies} where term in (select term from old)
      )
      select term from old`);
    if (rows.length === 0) break;
  }
}

export async function insertTerms(transaction: Db, terms: string[]): Promise<void> {
  await transaction.execute(sql`
    insert into ${tallyTerms} select jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb)`);
}

export async function insertTallies(
  transaction: Db,
  lines: (typeof tallies.$inferInsert)[],
): Promise<void> {
  await transaction.execute(sql`
    insert into ${tallies} (term, subject, status, kind, count, amount, refunded)
    select term, subject, status, kind, count, amount, refunded
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (term text, subject text,
      status text, kind text, count bigint, amount bigint, refunded bigint)`);
}

export async function insertRecount(transaction: Db, count: number): Promise<void> {
  await transaction.delete(tallyRecounts);
  await transaction.insert(tallyRecounts).values({ users: count });
}

/** Whether the terms were chosen more than a day ago, or for a much smaller or larger crowd. */
export async function isRecountDue(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select coalesce(max(at) < now() - interval '1 day' or
      abs(max(users) - (select coalesce(sum(count), 0) from ${tallies}
        where term = '' and subject = 'user')) > greatest(1000, max(users) / 10), true) as due
    from ${tallyRecounts}`);
  return rows[0]?.due ?? true;
}
