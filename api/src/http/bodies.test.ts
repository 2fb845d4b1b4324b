import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A JSON text of exactly so many bytes. */
const bodyOf = (bytes: number) =>
  JSON.stringify({ email: 'x'.repeat(bytes - '{"email":""}'.length) });

describe.each([
  ['/login', 64 * 1024, 422],
  ['/webhooks/stripe', 1024 * 1024, 400],
])('a body to %s', (path, most, status) => {
  it(`of ${most} bytes is read`, async () => {
    const signed = { 'stripe-signature': 't=1,v1=forged' };
    expect((await server.client.post(path, bodyOf(most), signed)).status).toBe(status);
  });

  it('of one byte more is refused', async () => {
    const reply = await server.client.post(path, bodyOf(most + 1));
    expect(reply.status).toBe(413);
    expect(reply.body.error).toBe('The request is too large.');
  });
});

it('a failure of ours is answered with one sentence, and told in the log only', async () => {
  const { db } = server.services;
  await db.execute(sql`alter table rate_limits rename to mislaid`);
  const reply = await server.client.post('/login', { email: 'a@b.test', password: 'abcdefgh' });
  await db.execute(sql`alter table mislaid rename to rate_limits`);
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({
    success: false,
    message: 'Server error. Please try again later.',
    error: 'Server error. Please try again later.',
    data: null,
  });
  expect(server.logged.join('\n')).toContain('rate_limits');
});
