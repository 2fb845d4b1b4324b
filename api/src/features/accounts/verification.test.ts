import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, emailLinks, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const subject = 'Confirm your email';
const over =
  'This link has expired or was used already. If your email is not confirmed yet, log in and have another one sent.';

const tokenIn = (text: string) => /\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? '';
const tokenFor = async (email: string) => tokenIn((await untilMail(mailbox, email, subject)).text);
const verify = (token: string) => server.client.post('/verify-email', { token });
const isVerified = async (client: Client) => (await client.get('/user')).body.data.email_verified;

describe('a new account', () => {
  it('is sent a link, whose key is stored nowhere, and which works once', async () => {
    const { client, user } = await server.client.signUp();
    const { db } = server.services;
    expect(user.email_verified).toBe(false);
    const token = await tokenFor(user.email);
    expect(token).toHaveLength(43);
    const links = await db.select().from(emailLinks).where(eq(emailLinks.userId, user.id));
    expect(links.map(({ purpose, email }) => [purpose, email])).toEqual([['verify', user.email]]);
    const hours = (Number(links[0]?.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const jobs = await db.execute(sql`select coalesce(data::text, '') || coalesce(output::text, '')
      as text from pgboss.job`);
    expect(JSON.stringify([links, jobs.rows])).not.toContain(token);
    expect(server.logged.join()).not.toContain(token);

    const replies = await Promise.all([verify(token), verify(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.error).toBe(over);
    expect(await isVerified(client)).toBe(true);
    expect((await verify(token)).status).toBe(400);
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(entries.filter(({ action }) => action === 'email.verified')).toHaveLength(1);
  });

  it('buys, and is led into no product before the link is used', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'combined', 'monthly');
    const held = async () => (await client.get('/user/subscriptions')).body;
    expect(await held()).toMatchObject({
      ...{ email_verified: false, subscriptions: [{ status: 'trial', login_urls: [] }] },
    });
    const refused = await client.post('/user/products/portfolio/open');
    expect([refused.status, refused.body.error]).toEqual([
      ...[409, 'Confirm your email first: we sent you a link. Then your products can be opened.'],
    ]);
    await verify(await tokenFor(user.email));
    expect((await held()).subscriptions[0].login_urls).toHaveLength(2);
    expect((await client.post('/user/products/portfolio/open')).status).toBe(200);
  });

  it('has the link sent again, five times in an hour, and each works until one is used', async () => {
    const { client, user } = await server.client.signUp();
    const first = await tokenFor(user.email);
    const again = () => client.post('/user/verification');
    expect((await again()).body.message).toBe('We sent you another link. Look for our email.');
    const links = async () =>
      (await arrived(mailbox, user.email))
        .filter((mail) => mail.subject === subject)
        .map(({ text }) => tokenIn(text));
    await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(2);
    for (let times = 1; times < 5; times += 1) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
    expect((await verify(first)).status).toBe(200);
    expect((await verify((await links())[0] ?? '')).status).toBe(400);
    expect((await again()).body.message).toBe('Your email is confirmed already');
  });

  it('has shown its e-mail also by a link to set a password, which voids the one to confirm it', async () => {
    const { client, user } = await server.client.signUp();
    const token = await tokenFor(user.email);
    await server.client.post('/reset-password', { email: user.email });
    const { text } = await untilMail(mailbox, user.email, 'Reset your password');
    const resetToken = /resetKey=([\w-]+)/.exec(text)?.[1];
    await server.client.post('/update-password', { resetToken, newPassword: 'Cornea-2026!' });
    expect(await isVerified((await server.client.logIn(user.email, 'Cornea-2026!')).client)).toBe(
      true,
    );
    expect((await client.get('/user')).status).toBe(401);
    expect((await verify(token)).status).toBe(400);
  });
});

describe('a link', () => {
  it.each([
    ['when its day is over', { expiresAt: sql`now() - interval '1 second'` }],
    ['for another purpose', { purpose: 'undo' as const }],
  ])('does nothing %s', async (_when, changes) => {
    const { client, user } = await server.client.signUp();
    const token = await tokenFor(user.email);
    const isOf = eq(emailLinks.userId, user.id);
    await server.services.db.update(emailLinks).set(changes).where(isOf);
    expect((await verify(token)).status).toBe(400);
    expect(await isVerified(client)).toBe(false);
  });

  it('does nothing for who has another e-mail by now, was deactivated or deleted', async () => {
    const admin = await server.admin();
    const people = await Promise.all([1, 2, 3].map(() => server.client.signUp()));
    const tokens = await Promise.all(people.map(({ user }) => tokenFor(user.email)));
    const [moved, inactive, gone] = people.map(({ user }) => `/admin/users/${user.id}`);
    const email = 'moved.to@hospital.test';
    await admin.put(`${moved}`, { email });
    await admin.put(`${inactive}/status`, { isActive: false });
    await admin.delete(`${gone}`);
    for (const token of tokens) expect((await verify(token)).status).toBe(400);
    // The new one is asked for in its place.
    expect((await verify(await tokenFor(email))).status).toBe(200);
  });

  it.each(['', 'x', '\u0000', 'a'.repeat(300)])('with the token %j is refused', async (token) => {
    expect([400, 422]).toContain((await verify(token)).status);
  });
});

it('an account from before keeps its products, and is told to be unverified', async () => {
  const { client, user } = await server.client.newUser();
  const isUser = eq(users.id, user.id);
  const before = { emailVerifiedAt: null, opensUnverified: true };
  await server.services.db.update(users).set(before).where(isUser);
  await subscribe(client, 'portfolio', 'monthly');
  const { email_verified, subscriptions } = (await client.get('/user/subscriptions')).body;
  expect([email_verified, subscriptions[0].login_urls.length]).toEqual([false, 1]);
  expect((await client.post('/user/products/portfolio/open')).status).toBe(200);
});

it('it keeps them no more once an admin has set an e-mail that nobody has shown to be theirs', async () => {
  const password = 'Retina-2026';
  const { client, user } = await server.client.newUser({ password });
  const before = { emailVerifiedAt: null, opensUnverified: true };
  await server.services.db.update(users).set(before).where(eq(users.id, user.id));
  await subscribe(client, 'portfolio', 'monthly');
  const email = `set.for.them.${Date.now()}@hospital.test`;
  const admin = await server.admin();
  expect((await admin.put(`/admin/users/${user.id}`, { email })).status).toBe(200);
  const back = await server.client.logIn(email, password);
  const refused = await back.client.post('/user/products/portfolio/open');
  expect([refused.status, refused.body.error]).toEqual([
    ...[409, expect.stringContaining('Confirm your email first')],
  ]);
  const { subscriptions } = (await back.client.get('/user/subscriptions')).body;
  expect(subscriptions[0].login_urls).toEqual([]);
});
