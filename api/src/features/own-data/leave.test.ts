import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, payments, users } from '../../db/schema.ts';
import { person } from '../../testing/client.ts';
import { type Mailbox, startServerWithMailbox, untilMail } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { advanceDays, customerOf, sandboxState, subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(() => server.close());

const rowOf = async (id: string) =>
  (await server.services.db.select().from(users).where(eq(users.id, id)))[0];

it('with the password everything ends, what was paid stays without a name, and a mail tells of it', async () => {
  const { db } = server.services;
  const someone = person({ last_name: 'Quayle' });
  const { client, user } = await server.client.newUser(someone);
  await subscribe(client, 'portfolio', 'monthly');
  await advanceDays(server, 31);
  const customer = await customerOf(server, user.id);

  const { status, body } = await client.delete('/user', { password: someone.password });
  expect([status, body.message]).toEqual([200, 'Your account was deleted']);

  expect(await rowOf(user.id)).toMatchObject({ firstName: 'Deleted', lastName: 'user' });
  expect(await db.$count(payments, eq(payments.userId, user.id))).toBe(1);
  expect((await client.get('/user')).status).toBe(401);
  const { subscriptions } = await sandboxState(server);
  const live = subscriptions?.filter((one) => one.customer === customer && !one.ended_at);
  expect(live).toEqual([]);
  const { text } = await untilMail(mailbox, user.email, 'Your account was deleted');
  expect(text).toContain('As you asked, your account was deleted.');
  const kept = text.replaceAll(/\s+/g, ' ');
  for (const what of [
    'what you paid, for six years',
    'what you agreed to, for six years',
    'a code for its card',
  ])
    expect(kept).toContain(what);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.target, user.id));
  expect(entry).toMatchObject({ action: 'user.deleted', actorId: user.id });
  // The second time there is nobody to ask.
  expect((await client.delete('/user', { password: someone.password })).status).toBe(401);
  const login = { email: someone.email, password: someone.password };
  expect((await server.client.post('/login', login)).status).toBe(401);
});

it('asked for twice at the same moment, both are told that it is done', async () => {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  await subscribe(client, 'cataract', 'monthly');
  const { password } = someone;
  const replies = await Promise.all([1, 2].map(() => client.delete('/user', { password })));
  for (const { status } of replies) expect([200, 401]).toContain(status);
  expect(replies.some(({ status }) => status === 200)).toBe(true);
  expect((await rowOf(user.id))?.deletedAt).not.toBeNull();
});

it('a wrong password is limited like a sign-in, and nothing is lost', async () => {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  const wrong = () => client.delete('/user', { password: 'Not-the-1st' });
  const { status, body } = await wrong();
  expect([status, body.data.fields]).toEqual([422, { password: 'This password is not correct' }]);
  for (let tries = 0; tries < 5; tries += 1) await wrong();
  const limited = await wrong();
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await client.delete('/user', { password: someone.password })).status).toBe(429);
  // A session is a device of its own: neither keeps its owner from logging in, nor the other way round.
  const { email, password } = someone;
  expect((await server.client.post('/login', { email, password })).status).toBe(200);
  expect((await rowOf(user.id))?.deletedAt).toBeNull();
  expect((await client.get('/user')).status).toBe(200);
  for (const body of [{}, { password: '' }, { password, id: 'x' }, undefined]) {
    expect((await client.delete('/user', body)).status).toBe(422);
  }
});

it('the only admin cannot leave, and one of two can', async () => {
  const { db } = server.services;
  const one = person();
  const { client, user } = await server.client.newUser(one);
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  const { status, body } = await client.delete('/user', { password: one.password });
  expect([status, body.message]).toEqual([
    ...[409, 'You are the only admin. Make somebody else an admin first.'],
  ]);
  const { user: second } = await server.client.newUser();
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, second.id));
  expect((await client.delete('/user', { password: one.password })).status).toBe(200);
});

it('while Stripe is away nothing happens', async () => {
  const someone = person();
  const { client, user } = await server.client.newUser(someone);
  await subscribe(client, 'cataract', 'monthly');
  await server.closeSandbox();
  const { status } = await client.delete('/user', { password: someone.password });
  expect(status).toBe(503);
  expect((await rowOf(user.id))?.deletedAt).toBeNull();
  expect((await client.get('/user')).status).toBe(200);
});
