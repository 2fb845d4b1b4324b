import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../../../db/client.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { wholeScans } from '../../../testing/whole-scans.ts';
import { findRenewing } from './repository.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('who renews soon is found by indexes, also where support has set a later end', async () => {
  const { db } = database;
  for (let first = 1; first < 2_000; first += 250) await insertSubscribed(db, first, first + 249);
  await db.execute(sql`analyze subscriptions, stripe_customers, users`);
  const before = await wholeScans(db, 'subscriptions');
  expect(await findRenewing(db, new Date(), '')).toEqual(['cus_1', 'cus_3']);
  expect(await wholeScans(db, 'subscriptions')).toBe(before);
});

/** Not all at once: on a busy machine that takes longer than a statement may. */
async function insertSubscribed(db: Db, first: number, last: number): Promise<void> {
  await db.execute(sql`
    with people as (
      insert into users (id, role, email, email_key, first_name, last_name, password_hash)
      select gen_random_uuid(), 'user', n || '@h.test', n || '@h.test', 'A', 'B', '' from generate_series(${first}::int, ${last}) n
      returning id, split_part(email, '@', 1)::int as n
    ), customers as (
      insert into stripe_customers (id, user_id) select 'cus_' || n, id from people
    )
    insert into subscriptions (id, user_id, stripe_id, stripe_status, product_id, plan_id, cycle, amount, status,
      has_access, payment_problem, cancel_at_period_end, started_at, period_end, ends_at)
    select gen_random_uuid(), id, 'sub_' || n, 'active', gen_random_uuid(), gen_random_uuid(), 'yearly', 1, 'active',
      true, false, n <= 2, now() - interval '1 year',
      now() + case when n in (1, 3) then interval '5 days' else interval '200 days' end,
      case when n <= 2 then now() + interval '300 days' end
    from people`);
}
