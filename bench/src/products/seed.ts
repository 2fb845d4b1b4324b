import { plans } from 'contract/catalogue';
import pg from 'pg';
import { openDatabase } from '../../../api/src/db/open.ts';

/**
 * Fills an empty database with so many people who hold the portfolio product, as the release before
 * the rows of access left it: without those.
 */
export async function seedHolders(databaseUrl: string, count: number): Promise<void> {
  await (await openDatabase({ url: databaseUrl, dataDirectory: '' })).close();
  const [plan] = plans;
  if (!plan) throw new Error('There is no plan');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Without triggers, which would write the rows, and note each for the figures.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into users (id, email, email_key, email_verified_at, first_name, last_name, password_hash, role)
       select gen_random_uuid(), 'person' || n || '@bench.test', 'person' || n || '@bench.test', now(),
         'Zoë', 'Nair', '-', 'user'
       from generate_series(1, $1) n`,
      [count],
    );
    await client.query(
      `insert into subscriptions (id, user_id, stripe_id, stripe_status, product_id, plan_id, cycle,
         amount, status, has_access, payment_problem, cancel_at_period_end, started_at, period_end)
       select gen_random_uuid(), id, 'sub_' || id, 'active', $1, $2, $3, $4, 'active', true, false, false,
         now() - interval '40 days', now() + interval '20 days'
       from users`,
      [plan.productId, plan.id, plan.cycle, plan.amount],
    );
    // Else the figures of searches would be counted anew all the time, since none are noted.
    await client.query(
      `insert into tallies (term, subject, status, kind, count, amount, refunded)
       values ('', 'user', 'active', 'user', $1, 0, 0)`,
      [count],
    );
    // As if those functions had never been there.
    await client.query(
      `drop trigger subscriptions_access_added on subscriptions;
       drop trigger subscriptions_access_changed on subscriptions`,
    );
    await client.query('delete from drizzle.__functions');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
