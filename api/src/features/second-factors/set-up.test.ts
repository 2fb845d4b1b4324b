import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticatorApps, recoveryCodes, sessions } from '../../db/schema.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import { person } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { logInWith, setUpApp, unusedCode } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';
import { codeOf } from '../../testing/totp.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

/** Somebody who has an authenticator app. */
async function withApp() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  return { someone, client, user, app: await setUpApp(client) };
}

const wrongCode =
  'This code is not right. A code of the app changes every 30 seconds, and each one works once.';

it('an app counts once its first code was typed, and brings ten recovery codes', async () => {
  const { db } = server.services;
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const started = await client.post('/user/second-factors/totp');
  const { id, secret, otpauth_url } = started.body.data;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauth_url).toContain(`secret=${secret}`);
  expect((await client.get('/user/second-factors')).body).toMatchObject({
    ...{ data: [], recovery_codes_left: 0 },
  });
  expect((await server.client.logIn(someone.email, someone.password)).token).toBeTruthy();

  const confirm = (code: string) => client.post('/user/second-factors/totp/confirm', { id, code });
  const refused = await confirm(codeOf(secret, 5));
  expect([refused.status, refused.body.data.fields]).toEqual([422, { code: wrongCode }]);
  const { status, body } = await confirm(codeOf(secret));
  expect([status, body.data.recovery_codes]).toEqual([200, Array(10).fill(expect.any(String))]);
  expect((await client.get('/user/second-factors')).body).toMatchObject({
    data: [{ id, type: 'totp', last_used_at: null }],
    recovery_codes_left: 10,
  });

  const mine = <T extends typeof authenticatorApps | typeof recoveryCodes>(table: T) =>
    eq(table.userId, user.id);
  const stored = JSON.stringify([
    await db.select().from(authenticatorApps).where(mine(authenticatorApps)),
    await db.select().from(recoveryCodes).where(mine(recoveryCodes)),
    server.logged,
  ]);
  expect(stored).not.toContain(secret);
  for (const code of body.data.recovery_codes) {
    expect(stored).not.toContain(code.slice(5));
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
  const mail = await untilMail(mailbox, user.email, 'Your two-step login was changed');
  expect(mail.text).toMatch(/When: \d+ [A-Z]\w+ 20\d\d, \d\d:\d\d\nDevice: Unknown device/);
});

it('without its last app an account has no codes, and its password is enough again', async () => {
  const { someone, client, user, app } = await withApp();
  const second = await setUpApp(client);
  expect((await client.delete(`/user/second-factors/${app.id}`)).status).toBe(200);
  expect((await client.get('/user/second-factors')).body.recovery_codes_left).toBe(10);
  expect((await logInWith(server.client, someone, codeOf(app.secret, 1))).status).toBe(401);
  const { status, body } = await client.delete(`/user/second-factors/${second.id}`);
  expect([status, body.message]).toEqual([200, 'Authenticator app removed']);
  expect((await client.delete(`/user/second-factors/${second.id}`)).status).toBe(404);
  expect((await client.get('/user/second-factors')).body).toMatchObject({
    ...{ data: [], recovery_codes_left: 0 },
  });
  expect((await client.post('/user/second-factors/recovery-codes')).status).toBe(409);
  expect((await server.client.logIn(someone.email, someone.password)).token).toBeTruthy();
  const told = async () => (await arrived(mailbox, user.email)).map(({ text }) => text).join('\n');
  await expect.poll(told, { timeout: 15_000 }).toContain('was removed from your account');
});

it('two tabs may each set one up; of one set-up confirmed twice, one counts', async () => {
  const { client, user } = await server.client.newUser();
  const start = async () => (await client.post('/user/second-factors/totp')).body.data;
  const [first, second] = [await start(), await start()];
  const confirm = ({ id, secret }: typeof first) =>
    client.post('/user/second-factors/totp/confirm', { id, code: codeOf(secret) });
  const twice = await Promise.all([confirm(first), confirm(first)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect((await confirm(second)).status).toBe(200);
  const { db } = server.services;
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10);
});

it('a set-up is over after an hour, and cleared away', async () => {
  const { db } = server.services;
  const { client, user } = await server.client.newUser();
  const { id, secret } = (await client.post('/user/second-factors/totp')).body.data;
  const mine = eq(authenticatorApps.userId, user.id);
  await db
    .update(authenticatorApps)
    .set({ createdAt: sql`now() - interval '61 minutes'` })
    .where(mine);
  const late = { id, code: codeOf(secret) };
  const { status, body } = await client.post('/user/second-factors/totp/confirm', late);
  expect([status, body.error]).toEqual([410, 'This set-up is over. Please begin again.']);
  await jobHandlers(server.services)['forget-ended']({});
  expect(await db.$count(authenticatorApps, mine)).toBe(0);
});

/** As if they had signed in eleven minutes ago. */
async function signedInLongAgo(userId: string): Promise<void> {
  await server.services.db
    .update(sessions)
    .set({ createdAt: sql`now() - interval '11 minutes'`, provedAt: null })
    .where(eq(sessions.userId, userId));
}

it('an act of weight waits for a proof, by the password or by a code that is used up', async () => {
  const { someone, client, user, app } = await withApp();
  const act = async () => {
    const { status, body } = await client.post('/user/second-factors/recovery-codes');
    return [status, body.error_code];
  };
  const needed = [403, 'proof_needed'];
  await signedInLongAgo(user.id);
  expect(await act()).toEqual(needed);
  const wrong = await client.post('/user/proof', { password: 'Not-this-1' });
  expect([wrong.status, wrong.body.data.fields]).toEqual([
    ...[422, { password: 'This password is not correct' }],
  ]);
  expect(await act()).toEqual(needed);
  expect((await client.post('/user/proof', { password: someone.password })).status).toBe(200);
  expect(await act()).toEqual([200, undefined]);

  await signedInLongAgo(user.id);
  const code = await unusedCode(server, app);
  expect((await client.post('/user/proof', { code })).status).toBe(200);
  expect(await act()).toEqual([200, undefined]);
  await signedInLongAgo(user.id);
  for (const refused of [code, app.recoveryCodes[0] ?? '', 'no code']) {
    const { status, body } = await client.post('/user/proof', { code: refused });
    expect([status, body.data.fields]).toEqual([422, { code: wrongCode }]);
  }
  for (const empty of [{}, { password: someone.password, code }]) {
    expect((await client.post('/user/proof', empty)).status).toBe(422);
  }
  expect(await act()).toEqual(needed);
  // Another session of the same person has proved nothing.
  const other = await server.client.newUser(someone);
  await signedInLongAgo(user.id);
  await other.client.post('/user/proof', { password: someone.password });
  expect(await act()).toEqual(needed);
});

it('a password is asked for again as often as at the sign-in, and counted by the session', async () => {
  const { someone, client } = await withApp();
  for (let tries = 0; tries < 6; tries += 1) {
    expect((await client.post('/user/proof', { password: 'Not-this-1' })).status).toBe(422);
  }
  expect((await client.post('/user/proof', { password: someone.password })).status).toBe(429);
  // Whoever holds a stolen session keeps its owner from no login.
  expect((await server.client.post('/login', someone)).status).toBe(200);
});
