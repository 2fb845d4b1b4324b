import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, sessions, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const why = 'Cannot find the invoice of May';
const words = 'You only see what the user sees. Nothing can be changed here.';

const change = (id: string, parts: Partial<typeof users.$inferInsert>) =>
  server.services.db.update(users).set(parts).where(eq(users.id, id));

async function newAdmin() {
  const admin = await server.client.newUser({ first_name: 'Amara' });
  await change(admin.user.id, { role: 'admin' });
  return admin;
}

const open = (boss: Client, id: string, reason: unknown = why) =>
  boss.post(`/admin/users/${id}/view`, { reason });

/** An admin who sees what somebody sees. */
async function seeing() {
  const [boss, seen] = [await newAdmin(), await server.client.newUser()];
  const { status, body } = await open(boss.client, seen.user.id);
  expect(status).toBe(200);
  return { boss, seen, view: server.client.withToken(body.data.token), data: body.data };
}

const isOver = async (view: Client) => (await view.get('/user')).status === 401;

it('an admin sees what the user sees, and changes nothing', async () => {
  const { boss, seen, view, data } = await seeing();
  expect(data.user).toEqual(seen.user);
  const minutes = (Date.parse(data.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14.8);
  expect(minutes).toBeLessThanOrEqual(15);
  for (const path of [
    ...['/user', '/user/subscriptions', '/user/payments', '/users/dashboard-stats', '/plans'],
    ...['/user/sessions', '/user/second-factors', '/user/invoice-details', '/user/history'],
  ]) {
    const [theirs, shown] = [await seen.client.get(path), await view.get(path)];
    expect(shown.status, path).toBe(200);
    if (path !== '/user/sessions') expect(shown.body, path).toEqual(theirs.body);
  }
  const refused = {
    status: 403,
    body: { success: false, message: words, error_code: 'view_only' },
  };
  for (const path of ['/logout', '/user/password', '/user/products/cataract/open', '/login']) {
    expect(await view.post(path, {}), path).toMatchObject(refused);
  }
  expect(await view.delete('/user', {})).toMatchObject(refused);
  expect(await view.put('/user/invoice-details', {})).toMatchObject(refused);
  // What only reads and hands out what acts, and what is for admins.
  for (const path of ['/user/export?token=a.b', '/admin/users', '/admin/audit']) {
    expect(await view.get(path), path).toMatchObject(refused);
  }
  const { db } = server.services;
  expect((await seen.client.get('/user')).body.data).toEqual(seen.user);
  const blamed = and(eq(auditLog.actorId, seen.user.id), eq(auditLog.action, 'access.refused'));
  expect(await db.$count(auditLog, blamed)).toBe(0);
  expect((await boss.client.get('/admin/users')).status).toBe(200);
});

it('the user is told when and why, and by whom not; no session of theirs is added', async () => {
  const { boss, seen } = await seeing();
  expect((await boss.client.delete('/admin/view')).body.message).toBe(
    'You see your own pages again',
  );
  const told = (await seen.client.get('/user/history')).body.data;
  expect(told.slice(0, 2)).toMatchObject([
    { action: 'view.ended', by_us: true, reason: null },
    { action: 'view.opened', by_us: true, reason: why },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/Amara|127\.0\.0\.1/);
  expect((await seen.client.get('/user/sessions')).body.data).toHaveLength(1);
  const path = `/admin/users/${seen.user.id}/sessions`;
  expect((await boss.client.get(path)).body.data).toHaveLength(1);
  const { entries } = (await boss.client.get(`/admin/audit?target=${seen.user.id}`)).body;
  expect(entries.slice(-2)).toMatchObject([
    { action: 'view.ended', actor: { id: boss.user.id } },
    { action: 'view.opened', actor: { id: boss.user.id }, detail: why },
  ]);
});

it('whoever logs in again and again has not pushed it out of what the user is told', async () => {
  const { boss, seen } = await seeing();
  await boss.client.delete('/admin/view');
  const logIns = Array.from({ length: 55 }, () => ({
    ...{ id: uuid(), action: 'login.succeeded' as const, actorId: seen.user.id },
    address: '192.0.2.1',
  }));
  await server.services.db.insert(auditLog).values(logIns);
  const told = (await seen.client.get('/user/history')).body.data as { action: string }[];
  expect(told.slice(0, 50).every(({ action }) => action === 'login.succeeded')).toBe(true);
  expect(told.slice(50).map(({ action }) => action)).toEqual(['view.ended', 'view.opened']);
});

it('no admin is seen, nobody deactivated, and nothing without a reason', async () => {
  const [boss, other] = [await newAdmin(), await newAdmin()];
  const { user } = await server.client.newUser();
  for (const reason of [null, '', ' ', 'x'.repeat(201)]) {
    expect((await open(boss.client, user.id, reason)).status).toBe(422);
  }
  expect((await open(boss.client, other.user.id)).body.message).toBe('Admins cannot be seen as.');
  expect((await open(boss.client, boss.user.id)).status).toBe(409);
  await change(user.id, { isActive: false });
  expect((await open(boss.client, user.id)).status).toBe(409);
});

const ends: [string, (at: Awaited<ReturnType<typeof seeing>>) => Promise<unknown>][] = [
  ['the admin ends it', ({ boss }) => boss.client.delete('/admin/view')],
  ['the admin logs out', ({ boss }) => boss.client.post('/logout')],
  ['the admin is none any more', ({ boss }) => change(boss.user.id, { role: 'user' })],
  ['the admin is deactivated', ({ boss }) => change(boss.user.id, { isActive: false })],
  ['the user becomes an admin', ({ seen }) => change(seen.user.id, { role: 'admin' })],
  ['the user is deactivated', ({ seen }) => change(seen.user.id, { isActive: false })],
  ['the user logs out everywhere else', ({ seen }) => seen.client.delete('/user/sessions')],
  [
    'the admin sees somebody else',
    async ({ boss }) => open(boss.client, (await server.client.newUser()).user.id),
  ],
  [
    'the 15 minutes are over',
    ({ seen }) =>
      server.services.db
        .update(sessions)
        .set({ expiresAt: sql`now()` })
        .where(and(eq(sessions.userId, seen.user.id), isNotNull(sessions.viewerSessionId))),
  ],
];

it.each(ends)('it ends when %s', async (_, end) => {
  const at = await seeing();
  expect(await isOver(at.view)).toBe(false);
  await end(at);
  expect(await isOver(at.view)).toBe(true);
});

it('it lasts no longer than the session of the admin', async () => {
  const boss = await newAdmin();
  const soon = new Date(Date.now() + 60_000);
  await server.services.db
    .update(sessions)
    .set({ expiresAt: soon })
    .where(eq(sessions.userId, boss.user.id));
  const { user } = await server.client.newUser();
  expect((await open(boss.client, user.id)).body.data.expires_at).toBe(soon.toISOString());
});
