import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { beginLogIn, setUpApp } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const onFirefox = { 'user-agent': agent };
const when = /When: \d+ [A-Z]\w+ 20\d\d, \d\d:\d\d\nDevice: Firefox on Windows/;

it('a device that the account has not known is told of by mail, and neither the first one nor one that is known', async () => {
  const someone = person();
  const { email, password } = someone;
  await server.client.post('/register', someone);
  const logIn = (device?: string) =>
    server.client.post('/login', { email, password, device }, onFirefox);
  const told = async () =>
    (await arrived(mailbox, email)).filter(({ subject }) => subject.startsWith('A new device'));
  const { device } = (await logIn()).body.data;
  expect((await logIn(device)).status).toBe(200);
  expect((await logIn()).status).toBe(200);
  const mail = await untilMail(mailbox, email, 'A new device logged in to your account');
  expect(mail.text).toMatch(when);
  expect(mail.text).toContain('If it was not you, log that device out in your account');
  await untilMail(mailbox, email, 'Confirm your email');
  expect(await told()).toHaveLength(1);
  // Not without end: a browser that forgets all each day would fill the mailbox.
  for (let times = 0; times < 12; times += 1) await logIn();
  await expect.poll(async () => (await told()).length, { timeout: 15_000 }).toBe(10);
});

it.each([
  ['once, on the day it was made', true],
  ['in a way that nothing tells of any more', false],
])(
  'a new device is told of on an account that was used %s, longer ago than logins are kept',
  async (_, isNoted) => {
    const someone = person();
    const { email, password } = someone;
    const { db } = server.services;
    await server.client.post('/register', someone);
    if (isNoted) await server.client.post('/login', { email, password });
    const long = sql`now() - interval '370 days'`;
    const old = isNoted ? {} : { createdAt: long, lastLoginAt: long };
    const [user] = await db
      .update(users)
      .set({ firstName: 'Priyanka', ...old })
      .where(eq(users.email, email))
      .returning();
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      await transaction.delete(auditLog).where(eq(auditLog.actorId, user?.id ?? ''));
    });
    expect((await server.client.post('/login', { email, password }, onFirefox)).status).toBe(200);
    const mail = await untilMail(mailbox, email, 'A new device logged in to your account');
    expect(mail.text).toMatch(when);
  },
);

it('who is tried on too often is told once a day, of no address that has no account', async () => {
  const { client, user } = await server.client.newUser();
  const tryOn = async (email: string, times: number) => {
    for (let time = 0; time < times; time += 1) {
      await server.client.post('/login', { email, password: 'Wrong-2026' }, onFirefox);
    }
  };
  const nobody = 'nobody.at.all@hospital.test';
  await tryOn(nobody, 8);
  await tryOn(user.email, 8);
  const mail = await untilMail(mailbox, user.email, 'Somebody tried to log in to your account');
  expect(mail.text).toMatch(when);
  expect(mail.text).toContain('Nobody got in.');
  const { db } = server.services;
  const held = await db.select().from(auditLog).where(eq(auditLog.action, 'login.limited'));
  expect(held.map(({ target }) => target).toSorted()).toEqual([nobody, user.email].toSorted());
  // Held back anew within the day, nobody is told again.
  const { limits, tries } = server.services;
  expect(await limits.triesNotice.allows(user.id)).toBe(false);
  await tries.forgetAccount(db, { account: user.email, network: '203.0.113.1', device: null });
  expect((await arrived(mailbox, nobody)).length).toBe(0);
  expect((await client.get('/user')).status).toBe(200);
});

it('who is tried on with codes is told, also on a day on which passwords were tried', async () => {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const { firstCode } = await setUpApp(client);
  const code = firstCode === '000000' ? '111111' : '000000';
  const token = await beginLogIn(server.client, someone);
  for (let time = 0; time < 8; time += 1) {
    await server.client.post('/login', { email: user.email, password: 'Wrong-2026' }, onFirefox);
  }
  await untilMail(mailbox, user.email, 'Somebody tried to log in to your account');
  const statuses: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    const tried = await server.client.post('/login/second-factor', { token, code }, onFirefox);
    statuses.push(tried.status);
  }
  expect(statuses).toEqual([...Array(6).fill(401), 429, 429]);
  const mail = await untilMail(mailbox, user.email, 'Somebody tried codes on your account');
  expect(mail.text).toMatch(when);
  expect(mail.text).toContain('Whoever is asked for a code knows your password.');
});

it('who is tried on where they are logged in is told of that', async () => {
  const { client, user } = await server.client.newUser({ password: 'Retina-2026' });
  for (let time = 0; time < 8; time += 1) {
    await client.post('/user/proof', { password: 'Wrong-2026' }, onFirefox);
  }
  const subject = 'Somebody tried passwords on a device that is logged in';
  const mail = await untilMail(mailbox, user.email, subject);
  expect(mail.text).toMatch(when);
  expect((await arrived(mailbox, user.email)).length).toBe(1);
});

it('a new password is told of with when and on which device', async () => {
  const { client, user } = await server.client.newUser({ password: 'Retina-2026' });
  const body = { currentPassword: 'Retina-2026', newPassword: 'Cornea-2026!' };
  expect((await client.post('/user/password', body, onFirefox)).status).toBe(200);
  const { text } = await untilMail(mailbox, user.email, 'Your password was changed');
  expect(text).toMatch(when);
});

it('strangers who try everywhere keep no session from proving who is there', async () => {
  const { client, user } = await server.client.newUser({ password: 'Retina-2026' });
  for (let time = 0; time < 8; time += 1) {
    await server.client.post('/login', { email: user.email, password: 'Wrong-2026' });
  }
  const reply = await server.client.post('/login', { email: user.email, password: 'Retina-2026' });
  expect(reply.status).toBe(429);
  expect((await client.post('/user/proof', { password: 'Retina-2026' })).status).toBe(200);
});
