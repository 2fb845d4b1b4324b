import pg from 'pg';

/**
 * Lets the people of `seedAdmin` grow old, before there are indexes: 1 in 1,000 has not signed in for five
 * years, one in 1,000 more was told five years and 60 days after the last sign-in, and is to be deleted now;
 * 1 in 20 was deleted, of whom three in 100, and a third of those who never paid, left seven years ago.
 */
export async function agePeople(client: pg.Client): Promise<void> {
  await client.query(`
    create temp table olden as
      select id, role = 'user' and chance < 0.001 as is_due,
        role = 'user' and chance between 0.001 and 0.051 as is_deleted,
        role = 'user' and chance between 0.001 and 0.0025 as is_long_gone,
        role = 'user' and chance between 0.001 and 0.018 as is_gone_unless_paid,
        case when role = 'user' and chance < 0.001
            then date_trunc('second', now() - interval '6 years')
          when random() < 0.001 then now() - interval '5 years'
          else now() - interval '1 day' * (30 + random() * 300) end as seen
      from (select id, role, random() as chance from users) as people;
    analyze olden;
    update users set last_login_at = seen,
        deletion_due_at = case when is_due then now() - interval '1 hour' end,
        deleted_at = case when is_deleted then created_at end,
        is_active = is_active and not is_deleted,
        first_name = case when is_deleted then 'Deleted' else first_name end,
        last_name = case when is_deleted then 'user' else last_name end,
        email = case when is_deleted then users.id || '@deleted.invalid' else email end,
        email_key = case when is_deleted then users.id::text else email_key end
      from olden where olden.id = users.id;
    update payments set paid_at = paid_at - interval '7 years'
      from olden where olden.id = user_id and is_long_gone;
    update subscriptions set has_access = false, status = 'expired',
        ended_at = started_at - interval '7 years'
      from olden left join (select distinct user_id from payments) as paid on paid.user_id = olden.id
      where olden.id = subscriptions.user_id
        and (is_long_gone or is_gone_unless_paid and paid.user_id is null);
    drop table olden;`);
}

const isLeaving = `(deleted_at is not null or deletion_due_at is not null
  or last_login_at < now() - interval '4 years')`;

/** What is written of everybody: what one statement adds, of how many users at once. */
const records = [
  `insert into outgoing_emails (cause, template, recipient, content, created_at, sent_at)
    select 'account-inactive:' || id || ':' || extract(epoch from last_login_at)::bigint || ':' || which,
      'account-inactive', email, '{}', now() - interval '15 days', now() - interval '15 days'
    from page, unnest(array['first', 'last']) as which where deletion_due_at is not null`,
  `insert into audit_log (id, at, action, actor_id, address)
    select gen_random_uuid(), now() - interval '8 years' * random(),
      (array['login.succeeded', 'login.succeeded', 'login.refused', 'logout', 'account.created'])
        [1 + floor(random() * 5)::int], id, '192.0.2.1'
    from page, generate_series(1, 2)`,
  `insert into outgoing_emails (cause, template, recipient, content, created_at, sent_at)
    select 'welcome:' || id, 'welcome', email, '{}', at, at
    from (select id, email, now() - interval '180 days' * random() as at from page) as mails`,
  `insert into stripe_events (id, type, customer_id, created_at, received_at, processed_at)
    select gen_random_uuid()::text, 'invoice.paid', 'cus_' || id, at, at, at
    from (select id, now() - interval '180 days' * random() as at
      from page, generate_series(1, 2)) as events`,
  `insert into checkout_intents (id, user_id, plan_id, trial_days, status, created_at)
    select gen_random_uuid(), id, gen_random_uuid(), 0, 'completed', now() - interval '180 days' * random()
    from page where random() < 0.5`,
  `insert into product_deliveries
      (id, endpoint_id, product, type, user_id, has_access, version, created_at, status, given_up_at)
    select gen_random_uuid(), endpoint.id, product, 'access.granted', page.id, true, 1, at, 'delivered', at
    from page, (select id, product from product_endpoints) as endpoint,
      lateral (select now() - interval '60 days' * random() as at where page.id is not null) as told
    where random() < 0.25`,
  // Of those who leave or have left, what goes with them.
  `insert into stripe_customers (id, user_id, sync_started, sync_written, balance)
    select 'cus_' || id, id, 1, 1, 0 from page where deleted_at is not null`,
  `insert into product_access (user_id, product, has_access, since, until, reason)
    select page.id, a.product, a.has_access, a.since, a.until, a.reason
    from page, access_of(page.id) as a where ${isLeaving}`,
  `insert into agreements (id, user_id, kind, agreed_at, address)
    select gen_random_uuid(), id, 'account', created_at - interval '7 years' * random(), '192.0.2.1'
    from page where ${isLeaving}`,
];
const usersAtOnce = 50_000;

/**
 * Adds what the daily job clears away: two entries of the audit log, a mail that was sent and two events for
 * each user, of the last eight years and the last half year, and the mails that told of a deletion.
 */
export async function ageRecords(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; select setseed(0.42);
      insert into product_endpoints (id, product, url, secret, disabled_at)
        select gen_random_uuid(), product, 'http://127.0.0.1:9/', '', now()
        from unnest(array['portfolio', 'cataract']) as product`);
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const page = `select * from users where id > '${after}' order by id limit ${usersAtOnce}`;
      const { rows } = await client.query<{ id: string }>(
        `select id from (${page}) as page order by id desc limit 1`,
      );
      const last = rows[0]?.id;
      if (!last) break;
      for (const record of records) await client.query(`with page as (${page}) ${record}`);
      after = last;
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Adds as many jobs that are done as there are users, once a server has made the queues. */
export async function ageJobs(database: pg.Pool): Promise<void> {
  await database.query(`insert into pgboss.job
      (name, state, data, created_on, started_on, completed_on, deletion_seconds)
    select queue.name, 'completed', jsonb_build_object('version', 1, 'cause', 'welcome:' || id),
      at, at, at, queue.deletion_seconds
    from (select id, now() - interval '89 days' * random() as at from users) as jobs, pgboss.queue
    where queue.name = 'send-email'`);
  await database.query('vacuum analyze pgboss.job');
}
