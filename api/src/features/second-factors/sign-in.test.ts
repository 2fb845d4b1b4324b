import { and, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { auditLog, rateLimits, sessions, users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { beginLogIn, logInWith, setUpApp, unusedCode } from '../../testing/second-factor.ts';
import { startTwin, type TestServer } from '../../testing/server.ts';
import { codeOf } from '../../testing/totp.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

/** Somebody who has an authenticator app. */
async function withApp() {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  return { someone, client, user, app: await setUpApp(client) };
}

const wrongCode =
  'This code is not right. A code of the app changes every 30 seconds, and each one works once.';
const over = 'This login took too long. Please log in again.';

/** Lets the tries of codes begin anew. */
const forgetTries = () =>
  server.services.db.delete(rateLimits).where(like(rateLimits.key, 'code%'));

it('whoever has no second factor logs in as ever, to the byte', async () => {
  const { email, password } = person();
  const { user } = await server.client.newUser({ email, password });
  const response = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await response.text();
  const { token, device } = JSON.parse(text).data;
  const data = { token, user, device };
  expect(text).toBe(JSON.stringify({ data, success: true, message: 'Logged in successfully' }));
});

it('the password alone opens nothing; with a code, which works once, it does', async () => {
  const { db } = server.services;
  const { someone, user, app } = await withApp();
  const count = () => db.$count(sessions, eq(sessions.userId, user.id));
  const before = await count();
  const { status, body } = await server.client.post('/login', someone);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'Enter your code to finish logging in',
    data: { second_factor: { token: expect.any(String), methods: ['totp', 'recovery_code'] } },
  });
  const { token } = body.data.second_factor;
  expect(await count()).toBe(before);
  expect((await server.client.withToken(token).get('/user')).status).toBe(401);

  // The one that set the app up is used up by that.
  const complete = (code: string) => server.client.post('/login/second-factor', { token, code });
  const replayed = await complete(app.firstCode);
  expect([replayed.status, replayed.body.data.fields]).toEqual([401, { code: wrongCode }]);
  const code = await unusedCode(server, app);
  const done = await complete(`${code.slice(0, 3)} ${code.slice(3)}`);
  expect([done.status, done.body.message]).toEqual([200, 'Logged in successfully']);
  expect(Object.keys(done.body.data)).toEqual(['token', 'user', 'device']);
  expect((await server.client.withToken(done.body.data.token).get('/user')).body.data).toEqual(
    user,
  );
  expect(await count()).toBe(before + 1);
  for (const used of [code, codeOf(app.secret, -1)]) {
    expect((await logInWith(server.client, someone, used)).status).toBe(401);
  }
  expect((await logInWith(server.client, someone, codeOf(app.secret, 1))).status).toBe(200);
});

it('of one code sent several times at once, one opens a session', async () => {
  const { db } = server.services;
  const { someone, user, app } = await withApp();
  const before = await db.$count(sessions, eq(sessions.userId, user.id));
  for (const code of [await unusedCode(server, app), app.recoveryCodes[0] ?? '']) {
    await forgetTries();
    const tokens = await Promise.all([1, 2, 3, 4].map(() => beginLogIn(server.client, someone)));
    const replies = await Promise.all(
      tokens.map((token) => server.client.post('/login/second-factor', { token, code })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  }
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(before + 2);
});

it('a recovery code works once, however it is typed, and its owner is told how many are left', async () => {
  const { someone, client, user, app } = await withApp();
  const [code = '', other = ''] = app.recoveryCodes;
  const done = await logInWith(server.client, someone, ` ${code.toUpperCase().replace('-', ' ')}`);
  expect(done.status).toBe(200);
  expect((await logInWith(server.client, someone, code)).status).toBe(401);
  expect((await client.get('/user/second-factors')).body.recovery_codes_left).toBe(9);
  const mail = await untilMail(mailbox, user.email, 'A recovery code was used to log in');
  expect(mail.text).toContain('9 recovery codes are left.');
  expect(mail.text).toMatch(/When: \d+ [A-Z]\w+ 20\d\d, \d\d:\d\d\nDevice: Unknown device/);

  const renewed = await client.post('/user/second-factors/recovery-codes');
  expect(renewed.body.data.recovery_codes).toHaveLength(10);
  expect((await logInWith(server.client, someone, other)).status).toBe(401);
  const [fresh = ''] = renewed.body.data.recovery_codes;
  expect((await logInWith(server.client, someone, fresh)).status).toBe(200);
});

it("somebody else's codes are nobody's", async () => {
  const [one, other] = [await withApp(), await withApp()];
  for (const code of [await unusedCode(server, other.app), other.app.recoveryCodes[0] ?? '']) {
    expect((await logInWith(server.client, one.someone, code)).status).toBe(401);
  }
  const foreign = await other.client.delete(`/user/second-factors/${one.app.id}`);
  expect(foreign.status).toBe(404);
  const { body } = await one.client.post('/user/second-factors/totp');
  const stolen = { id: body.data.id, code: codeOf(body.data.secret) };
  expect((await other.client.post('/user/second-factors/totp/confirm', stolen)).status).toBe(410);
});

it('a second step opens one session, within ten minutes, while password and account stay', async () => {
  const { db } = server.services;
  const { someone, user, app } = await withApp();
  const complete = async (token: string, at = 0) => {
    await forgetTries();
    const code = at === 0 ? await unusedCode(server, app) : codeOf(app.secret, at);
    const { status, body } = await server.client.post('/login/second-factor', { token, code });
    return [status, body.data?.fields?.token];
  };
  const used = await beginLogIn(server.client, someone);
  expect(await complete(used)).toEqual([200, undefined]);
  expect(await complete(used, 1)).toEqual([401, over]);
  for (const forged of ['', 'a.b', `${used.slice(0, -3)}xxx`]) {
    const [status] = await complete(forged);
    expect(status).toBe(401);
  }

  const overtaken = await beginLogIn(server.client, someone);
  await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  expect(await complete(overtaken)).toEqual([401, over]);
  await db.update(users).set({ isActive: true }).where(eq(users.id, user.id));
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  const anotherHash = (await server.client.newUser({ password: 'Another-2026' })).user.id;
  const [another] = await db.select().from(users).where(eq(users.id, anotherHash));
  await db.update(users).set({ passwordHash: another?.passwordHash }).where(eq(users.id, user.id));
  expect(await complete(overtaken)).toEqual([401, over]);
  await db.update(users).set({ passwordHash: row?.passwordHash }).where(eq(users.id, user.id));

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1_000 });
  expect(await complete(overtaken)).toEqual([401, over]);
});

it('codes are held back after six wrong ones, in every process, but not on a known device', async () => {
  const { someone, user, app } = await withApp();
  const known = await logInWith(server.client, someone, await unusedCode(server, app));
  const { device } = known.body.data;
  const token = await beginLogIn(server.client, someone);
  const wrong = { token, code: codeOf(app.secret, 50) };
  for (let tries = 0; tries < 6; tries += 1) {
    expect((await server.client.post('/login/second-factor', wrong)).status).toBe(401);
  }
  const twin = await startTwin(server);
  const right = { token, code: await unusedCode(server, app) };
  for (const client of [server.client, twin.client]) {
    expect((await client.post('/login/second-factor', right)).status).toBe(429);
  }
  await twin.close();
  // A new password step brings no new tries.
  expect((await logInWith(server.client, someone, right.code)).status).toBe(429);
  const owner = await server.client.post('/login/second-factor', { ...right, device });
  expect(owner.status).toBe(200);
  const refused = and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'code.refused'));
  expect(await server.services.db.$count(auditLog, refused)).toBe(7);
});

const newPassword = 'Vitreous!2027';

async function resetByLink(email: string): Promise<void> {
  await server.client.post('/reset-password', { email });
  const { text } = await untilMail(mailbox, email, 'Reset your password');
  const resetToken = /resetKey=(\S+)/.exec(text)?.[1] ?? '';
  const { status } = await server.client.post('/update-password', { resetToken, newPassword });
  expect(status).toBe(200);
}

/** As if nobody had shown yet that the e-mail is theirs. */
const unconfirm = (id: string, role: 'user' | 'admin' = 'user') =>
  server.services.db.update(users).set({ emailVerifiedAt: null, role }).where(eq(users.id, id));

it('whoever registers the e-mail of another keeps no way in once its owner has a new password (product A505)', async () => {
  const { someone, user } = await withApp();
  await unconfirm(user.id);
  await resetByLink(user.email);
  const texts = async () => (await arrived(mailbox, user.email)).map(({ text }) => text).join();
  await expect.poll(texts).toContain('nobody had shown that this email is theirs');
  const { status, body } = await server.client.post('/login', {
    ...someone,
    password: newPassword,
  });
  expect([status, typeof body.data.token]).toEqual([200, 'string']);
  const entries = await server.services.db
    .select({ action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'factor.removed')));
  expect(entries.map(({ detail }) => detail)).toEqual([
    'app, as its email was shown to be theirs only then',
  ]);
});

it('an admin keeps the second factor through that', async () => {
  const { someone, user } = await withApp();
  await unconfirm(user.id, 'admin');
  await resetByLink(user.email);
  const { body } = await server.client.post('/login', { ...someone, password: newPassword });
  expect(body.data.second_factor.methods).toEqual(['totp', 'recovery_code']);
});

it('a new password by a mailed link signs nobody in without the code', async () => {
  const { someone, user, app } = await withApp();
  await resetByLink(user.email);
  const changed = { ...someone, password: newPassword };
  expect((await logInWith(server.client, changed, '000000')).status).toBe(401);
  const code = await unusedCode(server, app);
  expect((await logInWith(server.client, changed, code)).status).toBe(200);
});
