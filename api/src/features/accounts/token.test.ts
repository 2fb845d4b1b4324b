import { eq } from 'drizzle-orm';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { sessions } from '../../db/schema.ts';
import { createServices } from '../../services.ts';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const key = Buffer.alloc(32, 7);
const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;

let server: TestServer;
/** What the token of a live session says: every forgery names that session. */
let claims: ReturnType<typeof decodeJwt>;
beforeAll(async () => {
  server = await startTestServer();
  claims = decodeJwt((await server.client.newUser()).token);
});
afterAll(() => server.close());

const header = { alg: 'HS256', typ: 'JWT' };
const sign = (changes: object = {}, head = header, secret = key) =>
  new SignJWT({ ...claims, ...changes }).setProtectedHeader(head).sign(secret);
const unsigned = async (alg: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg, typ: 'JWT' })}.${part(claims)}.`;
};
const statusOf = async (token: string) =>
  (await server.client.withToken(token).get('/user')).status;

it('signed by us for a live session opens it, and its clock may be 5 s off', async () => {
  expect(await statusOf(await sign())).toBe(200);
  expect(await statusOf(await sign({ exp: seconds(-3) }))).toBe(200);
});

it('tells the browser who is here, and no more', async () => {
  const { token, user } = await server.client.newUser();
  const { userId, email, firstName, lastName, role, ...rest } = decodeJwt(token);
  expect([userId, email, firstName, lastName, role]).toEqual([
    ...[user.id, user.email, user.first_name],
    ...[user.last_name, 'user'],
  ]);
  expect(Object.keys(rest).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti']);
});

it('is asked for its time at every request', async () => {
  const token = await sign({ exp: seconds(-3) });
  expect(await statusOf(token)).toBe(200);
  await expect.poll(() => statusOf(token), { timeout: 10_000 }).toBe(401);
});

it('is worthless once the session itself is over', async () => {
  const { db } = server.services;
  const { token, user } = await server.client.newUser();
  await db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(sessions.userId, user.id));
  expect(await statusOf(token)).toBe(401);
});

describe('a token for a live session', () => {
  it.each([
    ['is nonsense', async () => 'abc.def.ghi'],
    ['is signed with another key', () => sign({}, header, Buffer.alloc(32, 8))],
    ['is of another algorithm', () => sign({}, { alg: 'HS512', typ: 'JWT' })],
    ['has no algorithm', () => unsigned('none')],
    ['has no signature', () => unsigned('HS256')],
    ['is of another type', () => sign({}, { alg: 'HS256', typ: 'at+jwt' })],
    ['is for another audience', () => sign({ aud: 'elsewhere' })],
    ['is for no audience', () => sign({ aud: undefined })],
    ['is of another issuer', () => sign({ iss: 'elsewhere' })],
    ['never expires', () => sign({ exp: undefined })],
    ['has expired a minute ago', () => sign({ exp: seconds(-61) })],
    ['names no session', () => sign({ jti: undefined })],
    ['names a session that is no id', () => sign({ jti: "x' or true --" })],
    ['names another session', () => sign({ jti: '0198c000-0000-7000-8000-000000000099' })],
  ])('that %s is refused', async (_what, make) => {
    const reply = await server.client.withToken(await make()).get('/user');
    expect(reply.status).toBe(401);
    expect(reply.body.error).toBe('Invalid credentials or session expired');
  });

  it('opens nothing more by the role or the user it claims', async () => {
    const token = await sign({ role: 'admin', userId: '0198c000-0000-7000-8000-000000000001' });
    const client = server.client.withToken(token);
    expect((await client.get('/user')).body.data).toMatchObject({
      id: claims.userId,
      role: 'user',
    });
    expect((await client.get('/admin/users')).status).toBe(403);
  });
});

it('is taken from its header alone', async () => {
  const { token } = await server.client.newUser();
  const statusOf = async (address: string, headers: Record<string, string> = {}) =>
    (await fetch(`${server.url}/api${address}`, { headers })).status;
  expect(await statusOf('/user', { authorization: `Bearer ${token}` })).toBe(200);
  for (const name of ['authToken', 'token', 'access_token']) {
    expect(await statusOf('/user', { cookie: `${name}=${token}` })).toBe(401);
    expect(await statusOf(`/user?${name}=${token}`)).toBe(401);
  }
});

it('is good for 8 hours, and not at all once it is signed out', async () => {
  const { token, client } = await server.client.newUser();
  const { exp = 0, iat = 0 } = decodeJwt(token);
  expect(exp - iat).toBeGreaterThan(8 * 3_600 - 3);
  expect(exp - iat).toBeLessThanOrEqual(8 * 3_600 + 1);
  await client.post('/logout');
  expect(await statusOf(token)).toBe(401);
});

it('is good for as many hours as are set', async () => {
  const { services, database } = server;
  const env = { ...services.env, SESSION_HOURS: 2 };
  const again = createServices(env, services.log, services.db, services.jobs);
  const other = await createApp(again, database, new Map());
  const someone = person();
  await server.client.post('/register', someone);
  const reply = await other.inject({ method: 'POST', url: '/api/login', payload: someone });
  const { exp = 0, iat = 0 } = decodeJwt(reply.json().data.token);
  expect((exp - iat) / 3_600).toBeCloseTo(2, 2);
});

it('is worthless in every other process from the moment it is signed out', async () => {
  const { services, database } = server;
  const again = createServices(services.env, services.log, services.db, services.jobs);
  const other = await createApp(again, database, new Map());
  const { token, client } = await server.client.newUser();
  const inTheOther = async () =>
    (await other.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } }))
      .statusCode;
  expect(await inTheOther()).toBe(200);
  await client.post('/logout');
  expect(await inTheOther()).toBe(401);
});
