import type pg from 'pg';

const portfolio = '0198c000-0000-7000-8000-000000000001';
const yearly = '0198c000-0000-7000-8000-000000000012';

/** Fills the database with users, each with a session and a running subscription. */
export async function addUsers(database: pg.Pool, count: number): Promise<void> {
  await database.query(
    `with people as (
       insert into users (id, email, first_name, last_name, password_hash, role)
       select gen_random_uuid(), 'person' || n || '@bench.test', 'First' || n, 'Last' || n, '-', 'user'
       from generate_series(1, $1) n returning id
     ), opened as (
       insert into sessions (id, user_id, expires_at)
       select gen_random_uuid(), id, now() + interval '8 hours' from people
     )
     insert into subscriptions (id, user_id, stripe_id, stripe_status, product_id, plan_id, cycle,
       amount, status, has_access, payment_problem, cancel_at_period_end, started_at, period_end)
     select gen_random_uuid(), id, 'sub_' || id, 'active', $2, $3, 'yearly',
       25000, 'active', true, false, false, now(), now() + interval '1 year'
     from people`,
    [count, portfolio, yearly],
  );
  await database.query('analyze');
}

/** Signs up through the front door, and gives that user a subscription of the same kind. */
export async function signedInUser(
  database: pg.Pool,
  appUrl: string,
): Promise<{ userId: string; token: string }> {
  const login = { email: `runner.${Date.now()}@bench.test`, password: 'Retina-2026' };
  await post(`${appUrl}/api/register`, { first_name: 'Bench', last_name: 'Runner', ...login });
  const { data } = (await post(`${appUrl}/api/login`, login)) as {
    data: { token: string; user: { id: string } };
  };
  await database.query(
    `insert into subscriptions (id, user_id, stripe_id, stripe_status, product_id, plan_id, cycle,
       amount, status, has_access, payment_problem, cancel_at_period_end, started_at, period_end)
     values (gen_random_uuid(), $1::uuid, 'sub_' || $1, 'active', $2, $3, 'yearly',
       25000, 'active', true, false, false, now(), now() + interval '1 year')`,
    [data.user.id, portfolio, yearly],
  );
  return { userId: data.user.id, token: data.token };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}
