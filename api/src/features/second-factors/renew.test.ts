import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { untilWait } from '../../testing/held-until-one-waits.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { endAllSessions } from '../accounts/own-sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const password = 'Retina-2026';
const renew = (client: Client) => client.post('/user/proof', { password, renew: true });
const copy = async (client: Client) => (await client.post('/user/export')).status;

/** Somebody whose login is too long ago for an act of weight. */
async function comeLate() {
  const { client, user } = await server.client.newUser();
  const { db } = server.services;
  const late = { createdAt: sql`now() - interval '601 seconds'` };
  await db.update(sessions).set(late).where(eq(sessions.userId, user.id));
  expect(await copy(client)).toBe(403);
  return { client, user };
}

/** The seconds pass for which the token before still counts. */
const letGraceEnd = (userId: string) =>
  server.services.db
    .update(sessions)
    .set({ expiresAt: sql`${sessions.expiresAt} - interval '10 seconds'` })
    .where(eq(sessions.userId, userId));

it('a proof brings a new token of the session, and the one before ends', async () => {
  const { client, user } = await comeLate();
  const { status, body } = await renew(client);
  expect([status, body.message]).toEqual([200, 'Thank you']);
  const renewed = server.client.withToken(body.data.token);
  // Calls that are under way go on for a moment, but prove nothing.
  expect((await client.get('/user')).status).toBe(200);
  expect(await copy(client)).toBe(403);
  expect(await copy(renewed)).toBe(202);
  expect((await renewed.get('/user/sessions')).body.data).toMatchObject([{ current: true }]);

  await letGraceEnd(user.id);
  expect((await client.get('/user')).status).toBe(401);
  expect((await renewed.get('/user')).status).toBe(200);
});

it('a proof keeps the token where no new one is asked for', async () => {
  const { client } = await comeLate();
  expect((await client.post('/user/proof', { password })).body).not.toHaveProperty('data');
  expect(await copy(client)).toBe(202);
});

it('a session that a proof has renewed lasts no longer, and is not renewed by the token before', async () => {
  const { client, user } = await comeLate();
  const { db } = server.services;
  const ends = () =>
    db.select({ at: sessions.expiresAt }).from(sessions).where(eq(sessions.userId, user.id));
  const [before] = await ends();
  const { body } = await renew(client);
  expect((await ends()).filter(({ at }) => at >= (before?.at ?? 0))).toEqual([before]);

  const again = await renew(client);
  expect([again.status, again.body.data]).toEqual([200, undefined]);
  await letGraceEnd(user.id);
  expect((await client.get('/user')).status).toBe(401);
  const renewed = server.client.withToken(body.data.token);
  expect((await renewed.delete('/user/sessions')).status).toBe(200);
  expect((await renewed.post('/logout')).status).toBe(200);
  expect((await renewed.get('/user')).status).toBe(401);
});

it('what an admin sees of a user goes on when a proof renews their session', async () => {
  const { client, user } = await comeLate();
  const { db } = server.services;
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  const someone = await server.client.newUser();
  const first = server.client.withToken((await renew(client)).body.data.token);
  const seen = await first.post(`/admin/users/${someone.user.id}/view`, {
    reason: 'Asked by them',
  });
  const view = server.client.withToken(seen.body.data.token);
  await renew(first);
  await letGraceEnd(user.id);
  expect((await first.get('/user')).status).toBe(401);
  expect((await view.get('/user')).body.data).toMatchObject({ id: someone.user.id });
});

it('the token before proves nothing, however short a time ago its login was', async () => {
  const { client } = await server.client.newUser();
  const renewed = server.client.withToken((await renew(client)).body.data.token);
  expect((await client.get('/user')).status).toBe(200);
  expect(await copy(client)).toBe(403);
  expect(await copy(renewed)).toBe(202);
});

type Both = { before: Client; renewed: Client };
const endings: [string, (both: Both) => Promise<{ status: number }>][] = [
  ['it logs out', ({ renewed }) => renewed.post('/logout')],
  ['its browser logs out by the token before', ({ before }) => before.post('/logout')],
  [
    'it is ended in the list',
    async ({ renewed }) => {
      const listed: { id: string; current: boolean }[] = (await renewed.get('/user/sessions')).body
        .data;
      const id = listed.find(({ current }) => current)?.id;
      return renewed.delete(`/user/sessions/${id}`);
    },
  ],
];

it.each(endings)('a session that was renewed is over with both tokens once %s', async (_, end) => {
  const someone = await server.client.newUser({ password });
  const other = await server.client.logIn(someone.user.email, password);
  const renewed = server.client.withToken((await renew(someone.client)).body.data.token);
  expect((await end({ before: someone.client, renewed })).status).toBe(200);
  const statuses = await Promise.all(
    [someone.client, renewed, other.client].map(async (one) => (await one.get('/user')).status),
  );
  expect(statuses).toEqual([401, 401, 200]);
});

const endOthers: [string, (both: Both & { user: { id: string } }) => Promise<unknown>][] = [
  [
    'changes the password by the token before',
    async ({ before }) => {
      const body = { currentPassword: password, newPassword: 'Iris-2026-again!' };
      expect((await before.post('/user/password', body)).status).toBe(200);
    },
  ],
  [
    'had asked to log all others out before',
    async ({ user }) => {
      const { db } = server.services;
      const [grace] = await db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, user.id))
        .orderBy(sessions.expiresAt);
      const act = { userId: user.id, actorId: user.id, address: '127.0.0.1' };
      await endAllSessions(server.services, act, grace?.id);
    },
  ],
];

it.each(endOthers)('whoever %s stays logged in, and nobody else', async (_, end) => {
  const someone = await server.client.newUser({ password });
  const other = await server.client.logIn(someone.user.email, password);
  const renewed = server.client.withToken((await renew(someone.client)).body.data.token);
  await end({ before: someone.client, renewed, user: someone.user });
  expect((await renewed.get('/user')).status).toBe(200);
  expect((await other.client.get('/user')).status).toBe(401);
  await letGraceEnd(someone.user.id);
  expect((await someone.client.get('/user')).status).toBe(401);
});

const endAll: [string, (client: Client) => Promise<{ status: number }>][] = [
  ['logs all others out', (client) => client.delete('/user/sessions')],
  [
    'changes the password',
    (client) =>
      client.post('/user/password', { currentPassword: password, newPassword: 'Iris-2026-again!' }),
  ],
];

it.each(endAll)(
  'whoever %s while a session is renewed ends the token before, too',
  async (_, end) => {
    const { client, user } = await server.client.newUser({ password });
    const { client: other } = await server.client.logIn(user.email, password);
    const { db } = server.services;
    const both = await db.transaction(async (transaction) => {
      // The renewal writes its last row only once somebody waits for it.
      await transaction.execute(sql`lock table audit_log in exclusive mode`);
      const renewal = renew(client);
      await untilWait(db, 1);
      const ending = end(other);
      await untilWait(db, 2);
      return { renewal, ending };
    });
    expect([(await both.renewal).status, (await both.ending).status]).toEqual([200, 200]);
    const renewed = server.client.withToken((await both.renewal).body.data.token);
    const statuses = [client, renewed, other].map(async (one) => (await one.get('/user')).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  },
);
