import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, sessions, users } from '../../db/schema.ts';
import { type Client, person } from '../../testing/client.ts';
import { type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import { logInWith, setUpApp } from '../../testing/second-factor.ts';
import type { TestServer } from '../../testing/server.ts';
import { resetFactors } from './reset.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  const settings = { REQUIRE_ADMIN_SECOND_FACTOR: 'true' };
  ({ server, mailbox } = await startServerWithMailbox(settings));
});
afterAll(() => server.close());

async function newAdmin(parts: Partial<typeof users.$inferInsert> = {}) {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const { db } = server.services;
  await db
    .update(users)
    .set({ role: 'admin', ...parts })
    .where(eq(users.id, user.id));
  return { someone, client, user };
}

const mayAct = async (client: Client) => {
  const { status, body } = await client.get('/admin/users');
  return [status, body.error_code];
};
const isAsked = async (client: Client) =>
  (await client.get('/user')).body.data.second_factor_needed;
const refused = [403, 'second_factor_needed'];

it('an admin sets one up before anything else, and cannot remove the last one', async () => {
  const { someone, client } = await newAdmin();
  expect(await mayAct(client)).toEqual(refused);
  expect(await isAsked(client)).toBe(true);
  const { body } = await server.client.post('/login', someone);
  expect(body.data.user.second_factor_needed).toBe(true);

  const app = await setUpApp(client);
  expect(await mayAct(client)).toEqual([200, undefined]);
  expect(await isAsked(client)).toBeUndefined();
  const removed = await client.delete(`/user/second-factors/${app.id}`);
  expect([removed.status, removed.body.error]).toEqual([
    ...[409, 'Admins need a second factor. Set up another one before you remove this one.'],
  ]);
  expect(await mayAct(client)).toEqual([200, undefined]);
  const other = await setUpApp(client);
  expect((await client.delete(`/user/second-factors/${app.id}`)).status).toBe(200);
  expect((await client.delete(`/user/second-factors/${other.id}`)).status).toBe(409);
});

it('everybody sets one up before anything else, where the operator says so', async () => {
  const { env } = server.services;
  env.REQUIRE_SECOND_FACTOR = true;
  try {
    const someone = person();
    const { client } = await server.client.newUser(someone);
    const mayRead = async () => {
      const { status, body } = await client.get('/user/subscriptions');
      return [status, body.error_code];
    };
    expect(await mayRead()).toEqual(refused);
    expect(await isAsked(client)).toBe(true);
    const { body } = await server.client.post('/login', someone);
    expect(body.data.user.second_factor_needed).toBe(true);

    const app = await setUpApp(client);
    expect(await mayRead()).toEqual([200, undefined]);
    expect(await isAsked(client)).toBeUndefined();
    expect((await server.client.post('/login', someone)).body.data.token).toBeUndefined();
    const removed = await client.delete(`/user/second-factors/${app.id}`);
    expect([removed.status, removed.body.error]).toEqual([
      ...[409, 'You need a second factor. Set up another one before you remove this one.'],
    ]);
    const demo = await server.client.newUser();
    await server.services.db.update(users).set({ isDemo: true }).where(eq(users.id, demo.user.id));
    expect((await demo.client.get('/user/subscriptions')).status).toBe(200);
  } finally {
    env.REQUIRE_SECOND_FACTOR = false;
  }
});

it("neither a user nor the demo's admin is asked for one", async () => {
  const { client } = await server.client.newUser();
  expect(await isAsked(client)).toBeUndefined();
  const app = await setUpApp(client);
  expect((await client.delete(`/user/second-factors/${app.id}`)).status).toBe(200);
  const demo = await newAdmin({ isDemo: true });
  expect(await mayAct(demo.client)).toEqual([200, undefined]);
  expect(await isAsked(demo.client)).toBeUndefined();
});

it('whoever has lost all is let in by the password once it is reset, and told', async () => {
  const { db } = server.services;
  const { someone, client, user } = await newAdmin();
  const app = await setUpApp(client);
  await resetFactors(server.services, someone.email.toUpperCase());
  expect((await client.get('/user')).status).toBe(401);
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  await untilMail(mailbox, user.email, 'Your two-step login was changed');
  const noted = and(eq(auditLog.target, user.id), eq(auditLog.action, 'factors.reset'));
  expect(await db.$count(auditLog, noted)).toBe(1);

  const again = await server.client.logIn(someone.email, someone.password);
  expect(await mayAct(again.client)).toEqual(refused);
  const anew = await setUpApp(again.client);
  expect((await logInWith(server.client, someone, app.recoveryCodes[0] ?? '')).status).toBe(401);
  expect((await logInWith(server.client, someone, anew.recoveryCodes[0] ?? '')).status).toBe(200);
  await expect(resetFactors(server.services, 'nobody@hospital.test')).rejects.toThrow(
    'No account has this email.',
  );
});

it('an admin resets them for somebody who has lost them, with a reason, never their own', async () => {
  const { db } = server.services;
  const boss = await newAdmin();
  const own = await setUpApp(boss.client);
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const app = await setUpApp(client);
  const reset = (id: string, body: object = { reason: 'Phone lost, called back on the ward' }) =>
    boss.client.post(`/admin/users/${id}/second-factors/reset`, body);
  const history = () => boss.client.get(`/admin/users/${user.id}/history`);
  expect((await history()).body.data.two_step_login).toBe(true);
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(201) }]) {
    expect((await reset(user.id, body)).status).toBe(422);
  }
  expect((await client.get('/user')).status).toBe(200);

  expect((await reset(user.id)).body.message).toContain('Two-step login was reset');
  expect((await client.get('/user')).status).toBe(401);
  await untilMail(mailbox, user.email, 'Your two-step login was changed');
  const noted = and(eq(auditLog.target, user.id), eq(auditLog.action, 'factors.reset'));
  expect(await db.select().from(auditLog).where(noted)).toMatchObject([
    { actorId: boss.user.id, detail: 'Phone lost, called back on the ward' },
  ]);
  expect((await history()).body.data.two_step_login).toBe(false);
  expect((await server.client.logIn(someone.email, someone.password)).token).toBeTruthy();
  expect((await logInWith(server.client, boss.someone, app.recoveryCodes[0] ?? '')).status).toBe(
    401,
  );

  const again = await reset(user.id);
  expect([again.status, again.body.message]).toEqual([
    ...[409, 'This user has no two-step login to reset.'],
  ]);
  expect(await reset(boss.user.id)).toMatchObject({
    ...{ status: 409, body: { message: 'Remove your own second factors in your account.' } },
  });
  expect((await boss.client.delete(`/user/second-factors/${own.id}`)).status).toBe(409);
});
