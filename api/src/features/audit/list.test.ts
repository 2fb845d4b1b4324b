import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, rateLimits } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { readAll, readPage } from '../../testing/lists.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const actionsOf = (rows: { action: string }[]) => rows.map(({ action }) => action);

it('tells what was done to somebody, by whom and from where, the newest first', async () => {
  const { user } = await server.client.newUser();
  const path = `/admin/users/${user.id}`;
  await admin.put(path, { role: 'admin' });
  await admin.put(path, { role: 'user', last_name: 'Nair-Shah' });
  await admin.put(`${path}/status`, { isActive: false });
  const { rows, next, previous } = await readPage(admin, 'audit', { target: user.id });
  expect(actionsOf(rows)).toEqual([
    'user.deactivated',
    ...['user.changed', 'user.demoted'],
    'user.promoted',
  ]);
  expect([next, previous]).toEqual([null, null]);
  for (const entry of rows) {
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      action: expect.any(String),
      actor: { id: expect.any(String), name: 'Amara Osei', email: 'admin@hospital.test' },
      target: user.id,
      target_user: {
        id: user.id,
        name: expect.stringMatching(/ Nair-Shah$/),
        email: user.email,
      },
      address: '127.0.0.1',
      detail: null,
    });
  }
});

it('can be narrowed to an action and to who acted', async () => {
  const { client, user } = await server.client.signUp();
  await client.get('/admin/users');
  await client.post('/logout');
  const own = await readAll(admin, 'audit', { actor: user.id });
  expect(actionsOf(own.first.rows)).toEqual([
    'logout',
    'access.refused',
    'login.succeeded',
    'account.created',
  ]);
  const refused = await readAll(admin, 'audit', { actor: user.id, action: 'access.refused' });
  expect(actionsOf(refused.first.rows)).toEqual(['access.refused']);
  const both = await readAll(admin, 'audit', { action: 'login.succeeded', target: 'nobody' });
  expect(both.ids).toEqual([]);
});

it('tells of a refused sign-in by the e-mail of the account, however it was typed', async () => {
  const { user } = await server.client.newUser();
  await server.client.post('/login', { email: user.email.toUpperCase(), password: 'Not-this-1' });
  const { rows } = await readPage(admin, 'audit', { target: user.email, action: 'login.refused' });
  expect(rows).toMatchObject([{ action: 'login.refused', actor: null, target: user.email }]);
});

it('tells of a refused sign-in to no account by the e-mail as typed, without an actor', async () => {
  const email = 'nobody.at.all@hospital.test';
  await server.client.post('/login', { email, password: 'Not-this-1' });
  const { rows } = await readPage(admin, 'audit', { target: email });
  expect(rows).toMatchObject([{ action: 'login.refused', actor: null, target: email }]);
});

it('keeps what was done by somebody who was deleted, without the name', async () => {
  const { user } = await server.client.newUser({ first_name: 'Thaddeus' });
  await admin.delete(`/admin/users/${user.id}`);
  const { rows } = await readPage(admin, 'audit', { actor: user.id });
  expect(rows.length).toBeGreaterThan(0);
  for (const { actor } of rows) expect(actor).toMatchObject({ id: user.id, name: 'Deleted user' });
  expect(JSON.stringify(rows)).not.toMatch(/Thaddeus|hospital\.test/);
});

describe('the audit log', () => {
  it('holds sign-ins, refusals and what admins did', async () => {
    const { client, user } = await server.client.signUp();
    await client.get('/admin/users');
    await server.client.post('/login', { email: user.email, password: 'Not-this-1' });
    await client.post('/logout');
    await admin.put(`/admin/users/${user.id}/status`, { isActive: false });
    await admin.put(`/admin/users/${user.id}/status`, { isActive: true });
    const entries = await server.services.db.select().from(auditLog).orderBy(auditLog.id);
    const about = entries.filter(
      ({ actorId, target }) => actorId === user.id || target === user.id || target === user.email,
    );
    expect(about.map(({ action }) => action)).toEqual([
      'account.created',
      'login.succeeded',
      'access.refused',
      'login.refused',
      'logout',
      'user.deactivated',
      'user.activated',
    ]);
    expect(about.every(({ address }) => address === '127.0.0.1')).toBe(true);
  });

  it('takes the same refusal of a person once in a quarter of an hour', async () => {
    const { db } = server.services;
    const [one, other] = [await server.client.newUser(), await server.client.newUser()];
    const refusals = async ({ user }: typeof one) => {
      const entries = await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'access.refused')));
      return entries.map(({ target }) => target).toSorted();
    };
    const paths = ['/admin/users', '/admin/users', '/admin/users?page=2', '/admin/audit'];
    await Promise.all(paths.map((path) => one.client.get(path)));
    await one.client.get('/admin/users');
    await other.client.get('/admin/users');
    expect(await refusals(one)).toEqual(['/api/admin/audit', '/api/admin/users']);
    expect(await refusals(other)).toEqual(['/api/admin/users']);

    const anHourAgo = sql`now() - interval '1 hour'`;
    await db
      .update(rateLimits)
      .set({ expire: anHourAgo })
      .where(like(rateLimits.key, 'repeated-%'));
    await one.client.get('/admin/users');
    expect(await refusals(one)).toHaveLength(3);
  });

  it('can only be added to', async () => {
    const { db } = server.services;
    await expect(db.delete(auditLog)).rejects.toThrow();
    await expect(db.update(auditLog).set({ action: 'nothing' })).rejects.toThrow();
    await expect(db.execute(sql`truncate audit_log`)).rejects.toThrow();
  });
});
