import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, passwordResets, sessions, users } from '../../db/schema.ts';
import { hashKey } from '../../http/secret-keys.ts';
import type { Client } from '../../testing/client.ts';
import { another, mailedToken } from '../../testing/email-change.ts';
import { type Mailbox, startServerWithMailbox } from '../../testing/mailbox.ts';
import { setUpApp } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const password = 'Retina-2026';
const newPassword = 'Iris-2026-again!';
const reason = 'Cannot find the invoice of May';

async function newAdmin() {
  const admin = await server.client.newUser({ password });
  const { db } = server.services;
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.user.id));
  return admin;
}

const open = (boss: Client, id: string) => boss.post(`/admin/users/${id}/view`, { reason });

/** An admin who sees what somebody sees. */
async function seeing() {
  const [boss, seen] = [await newAdmin(), await server.client.newUser({ password })];
  expect((await open(boss.client, seen.user.id)).status).toBe(200);
  return { boss, seen };
}
type At = Awaited<ReturnType<typeof seeing>>;

/** What another admin does to somebody. */
const change = async ({ user }: { user: { id: string } }, body: object) =>
  (await newAdmin()).client.put(`/admin/users/${user.id}`, body);

/** A new password by a link. */
async function reset({ user }: At['seen']) {
  const expiresAt = new Date(Date.now() + 60_000);
  const link = { keyHash: hashKey('a key'), userId: user.id, expiresAt };
  await server.services.db.insert(passwordResets).values(link);
  return server.client.post('/update-password', { resetToken: 'a key', newPassword });
}

async function undoEmail({ client, user }: At['seen']) {
  await client.post('/user/email', { email: another(), password });
  const token = await mailedToken(mailbox, user.email, 'undo');
  return server.client.post('/undo-email', { token });
}

async function resetFactors({ client, user }: At['seen']) {
  await setUpApp(client);
  const path = `/admin/users/${user.id}/second-factors/reset`;
  return (await newAdmin()).client.post(path, { reason: 'Lost the phone' });
}

/** All sessions of an admin, or one, are ended by another. */
async function endSessions({ boss }: At, which: 'all' | 'one') {
  const path = `/admin/users/${boss.user.id}/sessions`;
  const [{ id }] = (await boss.client.get(path)).body.data;
  return (await newAdmin()).client.delete(which === 'all' ? path : `${path}/${id}`);
}

const other = { currentPassword: password, newPassword };

const noted: [string, string, (at: At) => Promise<{ status: number }>][] = [
  ['the admin ends it', 'ended by hand', ({ boss }) => boss.client.delete('/admin/view')],
  ['the admin logs out', 'logged out', ({ boss }) => boss.client.post('/logout')],
  [
    'the admin sees somebody else',
    'another view',
    async ({ boss }) => open(boss.client, (await server.client.newUser()).user.id),
  ],
  ['the session of the admin is ended', 'session ended', (at) => endSessions(at, 'one')],
  ['all sessions of the admin are ended', 'session ended', (at) => endSessions(at, 'all')],
  [
    'the user logs out everywhere else',
    'session ended',
    ({ seen }) => seen.client.delete('/user/sessions'),
  ],
  [
    'the user has a new password',
    'new password',
    ({ seen }) => seen.client.post('/user/password', other),
  ],
  ['the user resets the password', 'new password', ({ seen }) => reset(seen)],
  ['the admin resets the password', 'new password', ({ boss }) => reset(boss)],
  ['the user undoes a change of e-mail', 'another email', ({ seen }) => undoEmail(seen)],
  [
    'the user is given another e-mail',
    'another email',
    ({ seen }) => change(seen, { email: another() }),
  ],
  ['the user becomes an admin', 'another role', ({ seen }) => change(seen, { role: 'admin' })],
  ['the admin is none any more', 'another role', ({ boss }) => change(boss, { role: 'user' })],
  ['the user is deactivated', 'deactivated', ({ seen }) => change(seen, { isActive: false })],
  ['the admin is deactivated', 'deactivated', ({ boss }) => change(boss, { isActive: false })],
  ['second factors are reset', 'second factors reset', ({ seen }) => resetFactors(seen)],
  [
    'the user is deleted',
    'deleted',
    async ({ seen }) => (await newAdmin()).client.delete(`/admin/users/${seen.user.id}`),
  ],
  [
    'the admin is deleted',
    'deleted',
    async ({ boss }) => (await newAdmin()).client.delete(`/admin/users/${boss.user.id}`),
  ],
];

const endsOf = async (id: string) => {
  const ended = and(eq(auditLog.target, id), eq(auditLog.action, 'view.ended'));
  const entries = await server.services.db.select().from(auditLog).where(ended);
  return entries.map(({ detail }) => detail);
};

it.each(noted)('its end is written down when %s: %s', async (_, why, end) => {
  const { boss, seen } = await seeing();
  expect((await end({ boss, seen })).status).toBe(200);
  expect(await endsOf(seen.user.id)).toEqual([why]);
  const views = and(eq(sessions.userId, seen.user.id), isNotNull(sessions.viewerSessionId));
  expect(await server.services.db.$count(sessions, views)).toBe(0);
});

it('the user reads of it, and not of one that was over before', async () => {
  const { boss, seen } = await seeing();
  await boss.client.delete('/admin/view');
  const told = (await seen.client.get('/user/history')).body.data;
  expect(told[0]).toMatchObject({ action: 'view.ended', reason: null });
  await open(boss.client, seen.user.id);
  const { db } = server.services;
  await db
    .update(sessions)
    .set({ expiresAt: sql`now()` })
    .where(isNotNull(sessions.viewerSessionId));
  await boss.client.delete('/admin/view');
  expect(await endsOf(seen.user.id)).toEqual(['ended by hand']);
  await open(boss.client, seen.user.id);
  await db
    .update(sessions)
    .set({ expiresAt: sql`now()` })
    .where(isNotNull(sessions.viewerSessionId));
  await change(seen, { isActive: false });
  expect(await endsOf(seen.user.id)).toEqual(['ended by hand']);
});
