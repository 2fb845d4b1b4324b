import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  paymentTallies,
  subscriptions,
  tallies,
  tallyRecounts,
  tallyTerms,
  users,
} from '../../db/schema.ts';

/** One figure of one user, with the words that find the user. */
export interface UserFigure extends Record<string, unknown> {
  words: string;
  subject: string;
  status: string;
  kind: string;
  count: number;
  amount: number;
  refunded: number;
}

const pageRows = 5_000;

/** Every figure of every user that a search can find, a page at a time, a user's lines together. */
export async function* streamFigures(transaction: Db): AsyncGenerator<UserFigure[]> {
  await transaction.execute(sql`
    declare figures no scroll cursor for
    select u.words, f.subject, f.status, f.kind, f.count::float8 as count,
      f.amount::float8 as amount, f.refunded::float8 as refunded
    from (
      select id as user_id, 'user' as subject,
        case when is_active then 'active' else 'inactive' end as status, role as kind,
        1 as count, 0 as amount, 0 as refunded
      from ${users} where deleted_at is null
      union all
      select user_id, 'subscription', status, plan_id::text, count(*), 0, 0
      from ${subscriptions} group by user_id, status, plan_id
      union all
      select user_id, 'payment', status, plan_id::text, count, amount, refunded
      from ${paymentTallies} where count <> 0
    ) f join ${users} u on u.id = f.user_id
    where u.deleted_at is null order by u.id`);
  for (;;) {
    const { rows } = await transaction.execute<UserFigure>(
      sql`fetch forward ${sql.raw(String(pageRows))} from figures`,
    );
    if (rows.length === 0) break;
    yield rows;
  }
  await transaction.execute(sql`close figures`);
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
  await transaction.execute(sql`delete from ${tallies} where term <> ''`);
  await transaction.execute(sql`delete from ${tallyTerms} where term <> ''`);
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
