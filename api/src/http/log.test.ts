import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { choice } from '../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

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
  await server.client.post('/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=forged' });
  const refused = new Error(`550 <${someone.email}>: no such "${someone.email}"\n${someone.email}`);
  server.services.log.error(
    { err: refused, data: { to: someone.email } },
    'as a mail server would',
  );
  const req = { headers: { authorization: `Bearer ${token}`, 'stripe-signature': 'v1=forged' } };
  server.services.log.info({ req }, 'as a plugin would');
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
