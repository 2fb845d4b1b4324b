import { plans } from 'contract/catalogue';
import pg from 'pg';
import { openDatabase } from '../../../api/src/db/open.ts';
import { recount } from '../../../api/src/features/tallies/recount.ts';
import { domains, firstNames, lastNames } from './names.ts';
import { paymentsSql, subscriptionsSql, usersSql } from './seed-sql.ts';

type Say = (line: string) => void;

const big = ['users', 'subscriptions', 'payments'];

/**
 * Fills an empty database with `users` accounts, 1.2 subscriptions and 10 payments for each, whose
 * names and dates are as uneven as real ones. The same seed makes the same people. `change` is done to them
 * before there are indexes, which every changed row would be written to.
 */
export async function seedAdmin(
  databaseUrl: string,
  users: number,
  say: Say,
  change: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, dataDirectory: '' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Without triggers and foreign keys; what they would have written is computed below, whole.
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB';
      set work_mem = '256MB'; set max_parallel_maintenance_workers = 2; select setseed(0.42)`);
    const restore = await dropIndexes(client);
    await client.query(usersSql, [users, firstNames, lastNames, domains]);
    say(`${users} users`);
    await client.query(subscriptionsSql, [
      plans.map((p) => p.id),
      plans.map((p) => p.productId),
      plans.map((p) => p.cycle),
      plans.map((p) => p.amount),
      Math.round(users * 1.2),
    ]);
    say('subscriptions');
    await client.query(paymentsSql, [users * 10]);
    say('payments');
    await change(client);
    for (const statement of restore) await client.query(statement);
    // Else what follows may be planned for the empty tables that they were.
    await client.query('analyze');
    say('indexes');
    await client.query(`
      update subscriptions s set first_paid_at = p.first from (
        select stripe_subscription_id, min(paid_at) as first from payments
        where status in ('success', 'refunded') group by stripe_subscription_id
      ) p where p.stripe_subscription_id = s.stripe_id;
      insert into trial_holders
        select distinct s.user_id, at from subscriptions s, trial_marks(s.user_id) at;
      insert into tallies (term, subject, status, kind, count, amount, refunded)
        select '', f.subject, f.status, f.kind, sum(f.count), sum(f.amount), sum(f.refunded)
        from (
          select f.* from users u, user_facts(u) f
          union all select f.* from subscriptions s, subscription_facts(s) f
          union all select f.* from payments p, payment_facts(p) f
          union all select false, 'on-trial', at, '', 1, 0, 0 from trial_holders
        ) as f group by f.subject, f.status, f.kind;
      insert into payment_tallies
        select user_id, status, plan_id, count(*), sum(amount), sum(refunded)
        from payments group by user_id, status, plan_id;`);
    await client.query('vacuum analyze');
    say('first payments and sums of each user');
    await recount(database.db);
    await client.query('vacuum analyze tallies');
    say('figures of the common searches');
  } finally {
    await client.end();
    await database.close();
  }
}

/** Drops the indexes that would slow the filling; answers the statements that bring them back. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select indexname as name, indexdef as definition, conname as constraint, conrelid::regclass as owner,
       pg_get_constraintdef(c.oid) as rule
     from pg_indexes left join pg_constraint c on c.conname = indexname
     where tablename = any($1) and (indexname <> tablename || '_pkey' or tablename = 'payments')`,
    [big],
  );
  for (const { name, constraint, owner } of rows) {
    await client.query(
      constraint ? `alter table ${owner} drop constraint ${name}` : `drop index ${name}`,
    );
  }
  return rows.map(({ name, definition, constraint, owner, rule }) =>
    constraint ? `alter table ${owner} add constraint ${name} ${rule}` : definition,
  );
}
