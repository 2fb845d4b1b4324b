import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sessions, users } from '../../db/schema.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { type Client, person } from '../../testing/client.ts';
import { type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { beginLogIn, logInWith, setUpApp } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const paths = {
  setUp: '/user/second-factors/passkeys',
  confirm: '/user/second-factors/passkeys/confirm',
  options: '/login/passkey/options',
  login: '/login/passkey',
  proofOptions: '/user/proof/passkey/options',
};
const refusedWords = 'This passkey was not accepted. Please try again, or log in another way.';

async function addPasskey(client: Client, authenticator = newAuthenticator(server.url)) {
  const { token, options } = (await client.post(paths.setUp)).body.data;
  const credential = authenticator.create(options);
  const reply = await client.post(paths.confirm, { token, credential });
  return { authenticator, options, reply };
}

/** Somebody with a passkey and nothing else. */
async function withPasskey() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  return { someone, client, user, ...(await addPasskey(client)) };
}

type Made = Awaited<ReturnType<typeof withPasskey>>;
type Odd = Parameters<Made['authenticator']['get']>[1];

async function logIn({ authenticator }: Pick<Made, 'authenticator'>, odd?: Odd, half?: string) {
  const { body } = await server.client.post(paths.options, half ? { token: half } : {});
  const { token, options } = body.data;
  const sent = { token, credential: authenticator.get(options, odd) };
  return { ...(await server.client.post(paths.login, sent)), options, sent };
}

it('a passkey is made for the site and the person, and logs in alone', async () => {
  const made = await withPasskey();
  const { client, user, options, reply } = made;
  expect(options).toMatchObject({
    rp: { name: 'Fernlea Health', id: '127.0.0.1' },
    user: { name: user.email, displayName: 'Priya Nair' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    ...{ attestation: 'none', excludeCredentials: [] },
  });
  expect([reply.status, reply.body.data.recovery_codes.length]).toEqual([200, 10]);
  const { body } = await client.get('/user/second-factors');
  expect(body.data).toMatchObject([{ type: 'passkey', last_used_at: null }]);
  await untilMail(mailbox, user.email, 'Your two-step login was changed');

  const done = await logIn(made);
  expect([done.status, done.body.message]).toEqual([200, 'Logged in successfully']);
  expect(done.options.userVerification).toBe('required');
  expect((await server.client.withToken(done.body.data.token).get('/user')).body.data).toEqual(
    user,
  );
});

it('an answer counts once, within five minutes, for this site, with its user verified', async () => {
  const { db } = server.services;
  const made = await withPasskey();
  const count = () => db.$count(sessions, eq(sessions.userId, made.user.id));
  const good = await logIn(made);
  const before = await count();
  const refused = { status: 401, body: { data: { fields: { credential: refusedWords } } } };
  expect(await server.client.post(paths.login, good.sent)).toMatchObject(refused);
  for (const odd of [
    { origin: 'https://fernlea-health.evil.example' },
    { rpId: 'evil.example' },
    { isVerified: false },
    { counter: 1 },
  ]) {
    expect(await logIn(made, odd), JSON.stringify(odd)).toMatchObject(refused);
  }
  const stranger = { authenticator: newAuthenticator(server.url) };
  expect(await logIn(stranger)).toMatchObject(refused);
  // Signed for another challenge, and one that was for making a passkey.
  const other = (await server.client.post(paths.options, {})).body.data;
  const mixed = { ...good.sent, token: other.token };
  expect(await server.client.post(paths.login, mixed)).toMatchObject(refused);
  const setUp = (await made.client.post(paths.setUp)).body.data;
  const misused = { token: setUp.token, credential: made.authenticator.get(setUp.options) };
  expect(await server.client.post(paths.login, misused)).toMatchObject(refused);
  await db.update(users).set({ isActive: false }).where(eq(users.id, made.user.id));
  expect(await logIn(made)).toMatchObject(refused);
  await db.update(users).set({ isActive: true }).where(eq(users.id, made.user.id));
  const late = (await server.client.post(paths.options, {})).body.data;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1_000 });
  const tooLate = { token: late.token, credential: made.authenticator.get(late.options) };
  expect(await server.client.post(paths.login, tooLate)).toMatchObject(refused);
  expect(await count()).toBe(before);
});

it('it is a second factor: the password alone opens nothing, and only its own passkey helps', async () => {
  const [made, other] = [await withPasskey(), await withPasskey()];
  const { body } = await server.client.post('/login', made.someone);
  const { token, methods } = body.data.second_factor;
  expect(methods).toEqual(['passkey', 'recovery_code']);
  expect((await logIn(other, undefined, token)).status).toBe(401);
  const done = await logIn(made, undefined, token);
  expect(done.status).toBe(200);
  expect(done.options.allowCredentials).toMatchObject([{ id: made.authenticator.id }]);
  const [code = ''] = made.reply.body.data.recovery_codes;
  expect((await logInWith(server.client, made.someone, code)).status).toBe(200);
  expect((await server.client.post(paths.options, { token: 'a.b' })).status).toBe(401);
});

it('it proves who is there: its own, once, for that alone', async () => {
  const { db } = server.services;
  const [made, other] = [await withPasskey(), await withPasskey()];
  const grow = () =>
    db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '11 minutes'`, provedAt: null })
      .where(eq(sessions.userId, made.user.id));
  const act = async () => (await made.client.post(paths.setUp)).status;
  const signedBy = async ({ authenticator }: Made, odd?: Odd, path = paths.proofOptions) => {
    const { token, options } = (await made.client.post(path, {})).body.data;
    return { passkey: { token, credential: authenticator.get(options, odd) } };
  };
  const prove = async (body: object) => (await made.client.post('/user/proof', body)).status;
  await grow();
  expect(await act()).toBe(403);
  const forOther = await signedBy(other);
  const forLogin = await signedBy(made, undefined, paths.options);
  for (const wrong of [
    ...[forOther, forLogin, await signedBy(made, { isVerified: false })],
    ...[{ ...(await signedBy(made)), password: made.someone.password }, {}],
  ]) {
    expect(await prove(wrong)).toBe(422);
  }
  expect(await act()).toBe(403);
  const good = await signedBy(made);
  const login = { ...good.passkey };
  expect((await server.client.post(paths.login, login)).status).toBe(401);
  expect(await prove(good)).toBe(200);
  expect(await act()).toBe(200);
  await grow();
  expect(await prove(good)).toBe(422);
  expect(await act()).toBe(403);
  // Another one's challenge, which one's own passkey has signed.
  const { token, options } = (await other.client.post(paths.proofOptions)).body.data;
  expect(options.allowCredentials).toMatchObject([{ id: other.authenticator.id }]);
  const crossed = { token, credential: made.authenticator.get(options) };
  expect(await prove({ passkey: crossed })).toBe(422);
});

it('what is set up is one’s own, once, and keeps the codes that are there', async () => {
  const someone = person();
  const { client } = await server.client.newUser(someone);
  const app = await setUpApp(client);
  const { authenticator, reply } = await addPasskey(client);
  expect(reply.body.data.recovery_codes).toEqual([]);
  expect((await addPasskey(client, authenticator)).reply.status).toBe(409);
  const { client: stranger } = await server.client.newUser();
  const { token, options } = (await client.post(paths.setUp)).body.data;
  expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id }]);
  const fresh = newAuthenticator(server.url);
  const stolen = { token, credential: fresh.create(options) };
  expect((await stranger.post(paths.confirm, stolen)).status).toBe(410);
  for (const odd of [{ origin: 'https://evil.example' }, { isVerified: false }]) {
    const begun = (await client.post(paths.setUp)).body.data;
    const credential = newAuthenticator(server.url).create(begun.options, odd);
    const refused = await client.post(paths.confirm, { token: begun.token, credential });
    expect([refused.status, refused.body.data.fields]).toEqual([422, { credential: refusedWords }]);
  }
  expect((await client.delete(`/user/second-factors/${app.id}`)).status).toBe(200);
  expect((await client.get('/user/second-factors')).body.recovery_codes_left).toBe(10);
  const [{ id }] = (await client.get('/user/second-factors')).body.data;
  expect((await stranger.delete(`/user/second-factors/${id}`)).status).toBe(404);
  expect(await beginLogIn(server.client, someone)).toBeTruthy();
  expect((await client.delete(`/user/second-factors/${id}`)).body.message).toBe('Passkey removed');
  expect((await server.client.logIn(someone.email, someone.password)).token).toBeTruthy();
  expect((await logIn({ authenticator })).status).toBe(401);
});

it('ten at most are kept, whatever was begun before, and no more are begun', async () => {
  const { client } = await server.client.newUser();
  const begin = async () => (await client.post(paths.setUp)).body.data;
  const begun = await Promise.all(Array.from({ length: 12 }, begin));
  const replies = await Promise.all(
    begun.map(({ token, options }) => {
      const credential = newAuthenticator(server.url).create(options);
      return client.post(paths.confirm, { token, credential });
    }),
  );
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(10).fill(200), 409, 409]);
  const words = replies.find(({ status }) => status === 409)?.body.error;
  const refused = await client.post(paths.setUp);
  expect([refused.status, refused.body.error]).toEqual([409, words]);
  expect(words).toContain('passkeys');
  expect((await client.get('/user/second-factors')).body.data).toHaveLength(10);
});
