import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, outgoingEmails, passwordResets, users } from '../../db/schema.ts';
import { keepThreadsBusy } from '../../testing/busy-threads.ts';
import { arrived, type Mailbox, startServerWithMailbox } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { hashPassword } from './password.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const mailsTo = async (email: string, subject: string) =>
  (await arrived(mailbox, email)).filter((mail) => mail.subject === subject);

async function resetKey(email: string): Promise<string> {
  const asked = await server.client.post('/reset-password', { email });
  expect(asked.body).toMatchObject({
    success: true,
    message: 'Password reset instructions sent to your email',
  });
  await expect
    .poll(() => mailsTo(email, 'Reset your password'), { timeout: 15_000 })
    .not.toEqual([]);
  const [mail] = await mailsTo(email, 'Reset your password');
  const key = /\/reset-password\?resetKey=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!key) throw new Error(`no link in: ${mail?.text}`);
  expect(mail?.html).toContain(key);
  expect(mail?.text).toContain(server.url);
  return key;
}

const update = (resetToken: string, newPassword = 'Cornea-2026!') =>
  server.client.post('/update-password', { resetToken, newPassword });

describe('a reset link', () => {
  it('sets a new password once, ends every session and says so by mail', async () => {
    const { client, user } = await server.client.newUser();
    const key = await resetKey(user.email);
    // Nothing more than that: nobody is signed in by a link.
    expect((await update(key)).body).toEqual({
      success: true,
      message: 'Password updated successfully',
    });
    expect((await client.get('/user')).status).toBe(401);
    const { db } = server.services;
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(entries.filter(({ action }) => action === 'password.changed')).toMatchObject([
      { address: '127.0.0.1' },
    ]);
    await server.client.logIn(user.email, 'Cornea-2026!');
    await expect
      .poll(() => mailsTo(user.email, 'Your password was changed'), { timeout: 15_000 })
      .toHaveLength(1);
    const again = await update(key, 'Another-2026!');
    expect(again.status).toBe(400);
    expect(again.body.error).toMatch(/invalid token/i);
  });

  it('used by two at the same moment works for one of them', async () => {
    const { user } = await server.client.newUser();
    const key = await resetKey(user.email);
    const replies = await Promise.all([update(key, 'First-2026!'), update(key, 'Second-2026!')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('is void after the password was changed with another one', async () => {
    const { user } = await server.client.newUser();
    const first = await resetKey(user.email);
    await server.client.post('/reset-password', { email: user.email.toUpperCase() });
    await expect
      .poll(() => mailsTo(user.email, 'Reset your password'), { timeout: 15_000 })
      .toHaveLength(2);
    const [newest] = await mailsTo(user.email, 'Reset your password');
    const second = /resetKey=([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? '';
    expect(second).not.toBe(first);
    expect((await update(first)).status).toBe(200);
    expect((await update(second, 'Another-2026!')).status).toBe(400);
    const { db } = server.services;
    expect(await db.$count(passwordResets, eq(passwordResets.userId, user.id))).toBe(0);
  });

  it('that nobody was sent costs no hash: it does not wait behind those of others', async () => {
    const waiting = 20 * availableParallelism();
    let hashed = 0;
    const busy = keepThreadsBusy();
    const others = Array.from({ length: waiting }, async () => {
      await hashPassword('x');
      hashed += 1;
    });
    expect((await update('made-up')).status).toBe(400);
    expect(hashed).toBeLessThan(waiting - availableParallelism());
    await Promise.all([...others, busy]);
  });

  it('changes the password of nobody else', async () => {
    const [one, other] = [await server.client.newUser(), await server.client.newUser()];
    const set = { resetToken: await resetKey(one.user.email), newPassword: 'Cornea-2026!' };
    const more = { userId: other.user.id, email: other.user.email, role: 'admin' };
    expect((await server.client.post('/update-password', { ...set, ...more })).status).toBe(200);
    expect((await one.client.get('/user')).status).toBe(401);
    const { user } = await server.client.logIn(one.user.email, set.newPassword);
    expect(user.role).toBe('user');
    expect((await other.client.get('/user')).status).toBe(200);
    await server.client.logIn(other.user.email, 'Retina-2026');
  });

  it('that has expired is refused', async () => {
    const { user } = await server.client.newUser();
    const key = await resetKey(user.email);
    const past = new Date(Date.now() - 1000);
    await server.services.db.update(passwordResets).set({ expiresAt: past });
    expect((await update(key)).status).toBe(400);
  });

  it('works for half an hour, has a key nobody can guess, and leaves none in the log', async () => {
    const { user } = await server.client.newUser();
    const key = await resetKey(user.email);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    const { db } = server.services;
    const [row] = await db.select().from(passwordResets).where(eq(passwordResets.userId, user.id));
    const minutes = (Number(row?.expiresAt) - Number(row?.createdAt)) / 60_000;
    expect(minutes).toBeCloseTo(30, 0);
    await update(key);
    await update(key);
    expect(server.logged.join('')).not.toContain(key);
  });

  it('has a key that is kept nowhere, in no table and no queue', async () => {
    const { user } = await server.client.newUser();
    const key = await resetKey(user.email);
    const { db } = server.services;
    const kept = JSON.stringify([
      await db.select().from(passwordResets),
      await db.select().from(outgoingEmails),
      await db.execute(sql`select * from pgboss.job`),
    ]);
    expect(kept).toContain(user.id);
    expect(kept).not.toContain(key);
  });

  it('is neither sent to somebody who may not sign in, nor sets their password', async () => {
    const { db } = server.services;
    const { user } = await server.client.newUser();
    const key = await resetKey(user.email);
    const setActive = (isActive: boolean) =>
      db.update(users).set({ isActive }).where(eq(users.id, user.id));
    await setActive(false);
    await server.client.post('/reset-password', { email: user.email });
    const refused = await update(key);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/invalid token/i);
    const later = await server.client.newUser();
    await resetKey(later.user.email);
    // The later mail has come, so the earlier would have.
    expect(await mailsTo(user.email, 'Reset your password')).toHaveLength(1);
    await setActive(true);
    await server.client.logIn(user.email, 'Retina-2026');
  });

  it('leads to the configured site, whatever host the request names', async () => {
    const { user } = await server.client.newUser();
    const asking = request(`${server.url}/api/reset-password`, {
      method: 'POST',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'content-type': 'application/json',
      },
    });
    asking.end(JSON.stringify({ email: user.email }));
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    await expect
      .poll(() => mailsTo(user.email, 'Reset your password'), { timeout: 15_000 })
      .toHaveLength(1);
    const [mail] = await mailsTo(user.email, 'Reset your password');
    expect(mail?.text).toContain(`${server.url}/reset-password?resetKey=`);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });

  it('is not sent for an unknown e-mail, and the answer is the same', async () => {
    const { user } = await server.client.newUser();
    const known = await server.client.post('/reset-password', { email: user.email });
    const unknown = await server.client.post('/reset-password', { email: 'no@one.test' });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    // Who has an account is looked up after the answer, so its time is the same too.
    const { rows } = await server.services.db.execute<{ email: string }>(
      sql`select data ->> 'email' as email from pgboss.job where name = 'send-reset-link'`,
    );
    expect(rows.map(({ email }) => email)).toContain('no@one.test');
    await expect
      .poll(() => mailsTo(user.email, 'Reset your password'), { timeout: 15_000 })
      .toHaveLength(1);
    expect(await mailsTo('no@one.test', 'Reset your password')).toEqual([]);
  });

  it('sets the password as it was typed, blanks and all', async () => {
    const { user } = await server.client.newUser();
    const typed = '  Cornea 2026!  ';
    expect((await update(await resetKey(user.email), typed)).status).toBe(200);
    const trimmed = { email: user.email, password: typed.trim() };
    expect((await server.client.post('/login', trimmed)).status).toBe(401);
    await server.client.logIn(user.email, typed);
  });

  it('takes any kinds of character: the page alone asks for four', async () => {
    const { user } = await server.client.newUser();
    const lowerCase = 'heron lampshade quietly';
    expect((await update(await resetKey(user.email), lowerCase)).status).toBe(200);
    await server.client.logIn(user.email, lowerCase);
  });

  it.each([
    ['Short-1', 'Password must be at least 8 characters'],
    ['P@ssw0rd', 'This password is one of the most common ones. Please choose another.'],
  ])('refuses the password %s and can still be used', async (password, message) => {
    const reply = await update('some-key', password);
    expect(reply.status).toBe(422);
    expect(reply.body.error).toBe(message);
  });
});

describe('the welcome mail', () => {
  it('is sent once, with names shown as text', async () => {
    const { user } = await server.client.newUser({ first_name: '<b>Ann</b> & "Co"' });
    await server.services.mails.queue(server.services.db, {
      cause: `welcome:${user.id}`,
      template: 'welcome',
      to: user.email,
      content: { firstName: user.first_name },
    });
    await expect
      .poll(() => mailsTo(user.email, 'Welcome to Fernlea Health'), { timeout: 15_000 })
      .toHaveLength(1);
    const [mail] = await mailsTo(user.email, 'Welcome to Fernlea Health');
    expect(mail?.html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
    expect(mail?.text).toContain('<b>Ann</b> & "Co"');
  });
});
