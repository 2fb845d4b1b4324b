import pg from 'pg';

/**
 * Adds to a database that `seedAdmin` filled what the daily job clears away: 1 in 20 users was deleted, of
 * whom one in 10 seven years ago, 1 in 1,000 has not signed in for five years, and there are two entries of
 * the audit log, a mail that was sent and two events for each user, of the last eight years and the last
 * half year. One in 1,000 more was told five years and 60 days after the last sign-in, and is to be deleted now; and
 * for each user there is a job that is done, of the last 90 days.
 */
export async function age(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      set session_replication_role = replica; select setseed(0.42);
      update users set last_login_at = case when random() < 0.001 then now() - interval '5 years'
        else now() - interval '1 day' * (30 + random() * 300) end;
      update users set last_login_at = date_trunc('second', now() - interval '6 years'),
        deletion_due_at = now() - interval '1 hour'
        where role = 'user' and random() < 0.001;
      insert into outgoing_emails (cause, template, recipient, content, created_at, sent_at)
        select 'account-inactive:' || id || ':' || extract(epoch from last_login_at)::bigint || ':' || which,
          'account-inactive', email, '{}', now() - interval '15 days', now() - interval '15 days'
        from users, unnest(array['first', 'last']) as which where deletion_due_at is not null;
      update users set deleted_at = created_at, is_active = false, first_name = 'Deleted',
        last_name = 'user', email = id || '@deleted.invalid', email_key = id::text
        where role = 'user' and deletion_due_at is null and random() < 0.05;
      create temp table long_gone as
        select id from users where deleted_at is not null and random() < 0.1;
      update payments set paid_at = paid_at - interval '7 years'
        where user_id in (select id from long_gone);
      update subscriptions set has_access = false, status = 'expired',
        ended_at = started_at - interval '7 years' where user_id in (select id from long_gone);
      insert into audit_log (id, at, action, actor_id, address)
        select gen_random_uuid(), now() - interval '8 years' * random(),
          (array['login.succeeded', 'login.succeeded', 'login.refused', 'logout', 'account.created'])
            [1 + floor(random() * 5)::int], users.id, '192.0.2.1'
        from users, generate_series(1, 2);
      insert into outgoing_emails (cause, template, recipient, content, created_at, sent_at)
        select 'welcome:' || id, 'welcome', email, '{}', at, at
        from (select id, email, now() - interval '180 days' * random() as at from users) as mails;
      insert into stripe_events (id, type, customer_id, created_at, received_at, processed_at)
        select gen_random_uuid()::text, 'invoice.paid', 'cus_' || id, at, at, at
        from (select id, now() - interval '180 days' * random() as at
          from users, generate_series(1, 2)) as events;`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Adds as many jobs that are done as there are users, once a server has made the queues. */
export async function ageJobs(database: pg.Pool): Promise<void> {
  await database.query(`insert into pgboss.job (name, state, data, created_on, started_on, completed_on)
    select 'send-email', 'completed', jsonb_build_object('version', 1, 'cause', 'welcome:' || id), at, at, at
    from (select id, now() - interval '89 days' * random() as at from users) as jobs`);
  await database.query('vacuum analyze pgboss.job');
}
