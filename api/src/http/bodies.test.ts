import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../testing/client.ts';
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

it.each(['/api/login', '/api/webhooks/stripe'])(
  "a body to %s that breaks off is nobody's failure",
  async (path) => {
    const before = server.logged.length;
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 99\r\n\r\n{`);
    // Once a later request is answered, the earlier one has begun.
    await ready();
    socket.resetAndDestroy();
    const since = () => server.logged.slice(before).join('');
    await expect.poll(since).toContain('hung up');
    expect(since()).not.toMatch(/"level":[456]0|database/);
  },
);

const ready = async () => (await fetch(`${server.url}/readyz`)).status;

/** What a sign-up is answered while the database refuses it with this code. */
async function signUpRefusedWith(code: string) {
  const { db } = server.services;
  await db.execute(
    sql.raw(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '${code}'; end $$;
      create trigger refuse before insert on users for each row execute function refuse()`),
  );
  const { status, headers } = await server.client.post('/register', person());
  await db.execute(sql`drop trigger refuse on users`);
  return { status, retryAfter: headers.get('retry-after') };
}

it.each([
  ['a full disk', '53100', 503],
  ['a lack of memory', '53200', 503],
  ['too many connections', '53300', 503],
  ['a failing disk', '58030', 503],
  ['a server that only reads', '25006', 503],
])(
  '%s of the database is told to come back later, and the process is not ready',
  async (_what, code, status) => {
    expect(await signUpRefusedWith(code)).toEqual({ status, retryAfter: '5' });
    expect(await ready()).toBe(503);
  },
);

it('it is ready again once the database has room, and as long as others have only been in the way', async () => {
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  for (const code of ['40P01', '40001', '55P03', '57014']) {
    expect(await signUpRefusedWith(code)).toEqual({ status: 503, retryAfter: '5' });
  }
  expect(await ready()).toBe(200);
  expect((await server.client.post('/register', person())).status).toBe(201);
});

it('what is our own fault is no fault of the database', async () => {
  expect(await signUpRefusedWith('22003')).toEqual({ status: 500, retryAfter: null });
  expect(await ready()).toBe(200);
});
