/**
 * Accounts since 2018, more each year, in waves, with the commonest names far ahead. What stands for
 * their passwords is as long as a hash.
 */
export const usersSql = `
  with people as (
    select n, random() as waved,
      ($2::text[])[1 + floor(power(random(), 2.2) * cardinality($2::text[]))::int] as first_name,
      ($3::text[])[1 + floor(power(random(), 2.2) * cardinality($3::text[]))::int] as last_name,
      ($4::text[])[1 + floor(power(random(), 3) * cardinality($4::text[]))::int] as domain,
      random() as style, random() as activity,
      now() - interval '8 years' * (1 - power(n / $1::float8, 0.55)) as joined
    from generate_series(1, $1::int) n
  ), dated as (
    -- A third of them came on the day of a campaign: the first of a quarter.
    select *, date_trunc('milliseconds', case when waved < 0.33
      then least(joined, date_trunc('quarter', joined) + interval '1 day' * waved * 6)
      else joined end) as created_at
    from people
  ), addressed as (
    select *, lower(case when style < 0.6 then first_name || '.' || last_name || n
      when style < 0.8 then left(first_name, 1) || last_name || n
      else last_name || '_' || n end) || '@' || domain as email
    from dated
  )
  insert into users (id, email, email_key, first_name, last_name, password_hash, role, is_active,
    deactivated_at, created_at, updated_at)
  select uuidv7(created_at - now()), email, email, first_name, last_name, repeat('-', 97),
    case when n % 9973 = 1 then 'admin' else 'user' end, activity < 0.93,
    case when activity >= 0.93 then created_at + (now() - created_at) * (activity - 0.93) / 0.07 end,
    created_at, created_at
  from addressed`;

/** None to three for each user; trials that were not taken up, cancellations, failed renewals. */
export const subscriptionsSql = `
  with held as (
    select u.id as user_id, u.created_at, j, random() as delay, random() as life, random() as fate,
      1 + 2 * ((floor(power(random(), 2) * 3)::int + j) % 3) + (random() < 0.18)::int as plan
    from (select *, random() as many from users) u,
      generate_series(1, case when many < 0.1 then 0 when many < 0.5 then 1
        when many < 0.8 then 2 else 3 end) j
  ), lived as (
    select *,
      date_trunc('milliseconds', created_at + (now() - created_at) * power(delay, 4)) as started_at
    from (select distinct on (user_id, ($2::uuid[])[plan]) * from held) one_each
    order by random() limit $5::int
  ), timed as (
    select *, started_at + case when plan in (3, 4) then interval '7 days' else interval '30 days' end
      as trial_end from lived
  ), ended as (
    select *, case when fate < 0.3 then trial_end
      else trial_end + interval '30 days' * ceil(-ln(1 - life) * 40) end as ends_at
    from timed
  )
  insert into subscriptions (id, user_id, stripe_id, stripe_status, product_id, plan_id, cycle,
    amount, status, has_access, payment_problem, cancel_at_period_end, started_at, trial_start,
    trial_end, period_end, ended_at, lost_at, created_at, updated_at)
  select id, user_id, 'sub_' || id, stripe_status, ($2::uuid[])[plan], ($1::uuid[])[plan],
    ($3::text[])[plan], ($4::int[])[plan],
    case stripe_status when 'active' then 'active' when 'trialing' then 'trial'
      else case when fate > 0.9 then 'expired' else 'cancelled' end end,
    stripe_status <> 'canceled', stripe_status = 'active' and fate > 0.99, fate between 0.3 and 0.32,
    started_at, started_at, trial_end, least(ends_at, now() + interval '20 days'),
    case when stripe_status = 'canceled' then ends_at end,
    case when stripe_status = 'canceled' then ends_at end, started_at, started_at
  from (
    select *, uuidv7(started_at - now()) as id,
      case when trial_end > now() then 'trialing' when ends_at > now() then 'active'
        else 'canceled' end as stripe_status
    from ended
  ) s order by started_at`;

/** A charge for each month or year lived, in the order of time; some failed, some were given back. */
export const paymentsSql = `
  insert into payments (id, user_id, stripe_invoice_id, stripe_subscription_id, product_id, plan_id,
    amount, refunded, status, paid_at, created_at, updated_at)
  select id, user_id, 'in_' || id, stripe_id, product_id, plan_id, amount,
    case when fate < 0.01 then amount when fate < 0.015 then amount / 2 else 0 end,
    case when fate < 0.01 then 'refunded' when fate > 0.96 then 'failed'
      when fate > 0.955 and paid_at > now() - interval '20 days' then 'pending' else 'success' end,
    paid_at, paid_at, paid_at
  from (
    select *, uuidv7(paid_at - now()) as id from (
      select s.user_id, s.stripe_id, s.product_id, s.plan_id, s.amount, random() as fate,
        date_trunc('milliseconds', at + interval '1 hour' * random() * 30) as paid_at
      from subscriptions s, generate_series(s.trial_end, coalesce(s.ended_at - interval '1 day', now()),
        case s.cycle when 'monthly' then interval '1 month' else interval '1 year' end) at
    ) charged where paid_at < now() order by paid_at desc limit $1::bigint
  ) p order by paid_at`;
