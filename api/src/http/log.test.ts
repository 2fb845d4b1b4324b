import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../testing/choice.ts';
import { person } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface RequestLine {
  reqId: string;
  route: string | null;
  status: number;
}

/** The lines of requests. */
function requestsLogged(): RequestLine[] {
  const lines = server.logged.filter((line) => line.includes('"msg":"request"'));
  return lines.map((line) => JSON.parse(line) as RequestLine);
}

/** The lines of what was answered, once all of them are there: a line is written after its answer. */
async function logged(answers: Pick<Response, 'headers'>[]): Promise<RequestLine[]> {
  const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')));
  expect(ids.size).toBe(answers.length);
  const lines = () => requestsLogged().filter(({ reqId }) => ids.has(reqId));
  await expect.poll(lines).toHaveLength(answers.length);
  return lines();
}

it('no line of the log holds a password, its hash, a token, a key, a card or the values of a failed query', async () => {
  const someone = person({ password: 'Secret-Retina-77' });
  const { token } = await server.client.newUser(someone);
  await server.client.post('/login', { ...someone, password: 'Secret-Wrong-88' });
  await server.client.withToken(`${token}x`).get('/user');
  const reset = { resetToken: 'secret-reset-key', newPassword: 'Secret-Lens-99!' };
  await server.client.post('/update-password', reset);
  const card = '4242424242424242';
  await server.client.withToken(token).post('/subscriptions/checkout', { product_id: card, card });
  await server.client.get(`/admin/exports/download?ticket=secret-ticket`);
  await server.services.db
    .execute(`select cast('${someone.email}' as integer)`)
    .catch((error: Error) => server.services.log.error({ err: error }, 'as a handler would'));
  const written = 'Secret-line-one\n    at secret-line-two\n\nsecret-line-three';
  await server.services.db.execute(sql`select ${written}::integer`).catch((error: Error) => {
    const around = new Error('as one that was passed on', { cause: error });
    server.services.log.error({ err: around }, 'as a handler would');
  });
  await server.client.post('/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=forged' });
  const refused = new Error(`550 <${someone.email}>: no such "${someone.email}"\n${someone.email}`);
  server.services.log.error(
    { err: refused, data: { to: someone.email } },
    'as a mail server would',
  );
  const req = { headers: { authorization: `Bearer ${token}`, 'stripe-signature': 'v1=forged' } };
  server.services.log.info({ req }, 'as a plugin would');
  await logged([await fetch(`${server.url}/reset-password?token=secret-in-a-query`)]);
  const log = server.logged.join('\n');
  expect(log).toContain('as a handler would');
  expect(log).toContain('as a plugin would');
  // Every line can still be read.
  for (const line of server.logged) JSON.parse(line);
  const { JWT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = server.services.env;
  for (const secret of [
    someone.email,
    someone.password,
    'Secret-Wrong-88',
    reset.resetToken,
    reset.newPassword,
    card,
    'secret-ticket',
    'secret-in-a-query',
    'secret-line',
    '$argon2id$',
    token,
    'v1=forged',
    JWT_SECRET,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
  ]) {
    expect(log).not.toContain(secret);
  }
});

it('each request is one line with what an operator asks for, and nothing of what was sent (product S600)', async () => {
  const { client, user } = await server.client.newUser();
  const userId = user.id;
  const lines = await logged(
    await Promise.all([
      client.get('/user/payments?search=Ada%20Bell'),
      client.get(`/admin/users/${crypto.randomUUID()}`),
      server.client.get('/plans'),
      server.client.get('/plans'),
      fetch(`${server.url}/ada@hospital.test?q=1`),
      fetch(`${server.url}/%`),
      fetch(`${server.url}/readyz`),
    ]),
  );
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const shared = { level: 30, time: expect.any(Number), pid: expect.any(Number), msg: 'request' };
  const line = (route: string | null, status: number, more = {}) => ({
    ...shared,
    hostname: expect.any(String),
    reqId: id,
    method: 'GET',
    route,
    status,
    ms: expect.any(Number),
    ...more,
  });
  expect(lines).toEqual(
    expect.arrayContaining([
      line('/api/user/payments', 200, { userId }),
      line('/api/admin/users/:id', 403, { userId }),
      line('/api/plans', 200),
      line('/api/plans', 200),
      line(null, 404),
      line(null, 400),
      line('/readyz', 200, { level: 20 }),
    ]),
  );
});

it('every answer names its request, that of a page and of a refusal, too', async () => {
  for (const path of ['/', '/%', '/api/plans', '/api/nothing', '/nothing']) {
    const answer = await fetch(server.url + path);
    expect(answer.headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
    await logged([answer]);
  }
});

it('a caller who hangs up is one line, too', async () => {
  const hangUp = new AbortController();
  const asked = fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person()),
    signal: hangUp.signal,
  });
  setTimeout(() => hangUp.abort(), 5);
  await asked.catch(() => {});
  // Stripe may be telling of earlier tests' people meanwhile.
  const logins = () => requestsLogged().filter(({ route }) => route === '/api/login');
  await expect.poll(logins).toHaveLength(1);
  expect([401, 499]).toContain(logins()[0]?.status);
});

it('a query that fails is logged without its parameters', async () => {
  const { db, log } = server.services;
  const { users } = await import('../db/schema.ts');
  const row = {
    id: 'no-uuid',
    email: 'x@y.test',
    firstName: 'Ann',
    lastName: 'Bee',
    passwordHash: '$argon2id$very-secret',
    role: 'user' as const,
  };
  await db
    .insert(users)
    .values(row)
    .catch((error: Error) => log.error({ err: error }, 'insert failed'));
  const line = server.logged.find((text) => text.includes('insert failed'));
  expect(line).toContain('Failed query');
  expect(line).not.toContain('very-secret');
});

it('a row that cannot be stored is logged without its values', async () => {
  const { db, log } = server.services;
  await server.client.newUser();
  const failed: Error = await db
    .execute('update users set first_name = null')
    .then(() => new Error('was stored'))
    .catch((error: Error) => error);
  // PostgreSQL's own error names the whole row; it comes wrapped by Drizzle, and bare from the queue.
  expect((failed.cause as { detail?: string }).detail).toContain('$argon2id$');
  for (const err of [failed, failed.cause]) log.error({ err }, 'update failed');
  const lines = server.logged.filter((text) => text.includes('update failed')).join('\n');
  expect(lines).toContain('not-null');
  expect(lines).not.toContain('$argon2id$');
  expect(lines).not.toContain('@hospital.test');
});

it.each(['/%', '/api/%', '/user/%E0%A4%A', `/api/user/subscriptions/${'x'.repeat(300)}/cancel`])(
  'the framework itself refuses %s in our words and with our headers',
  async (path) => {
    const answer = await fetch(server.url + path, {
      method: path.includes('xxx') ? 'POST' : 'GET',
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await answer.json()).toMatchObject({ success: false, error: expect.any(String) });
  },
);

it('what a person is told in other words is logged as it was', async () => {
  const { client } = await server.client.newUser();
  await server.closeSandbox();
  const { status } = await client.post('/subscriptions/checkout', choice('portfolio', 'monthly'));
  expect(status).toBe(503);
  const line = server.logged.find((text) => text.includes('service cannot be reached'));
  expect(line).toContain('our connection to Stripe');
  expect(line).toContain('"level":50');
});
