import { eq, getTableColumns, getTableName, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { personalData } from '../../db/personal-data.ts';
import * as schema from '../../db/schema.ts';
import { askingAgain } from '../../testing/asking-again.ts';
import { type Client, person } from '../../testing/client.ts';
import { arrived, type Mailbox, startServerWithMailbox } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/server.ts';
import { advanceDays, sandboxState, subscribe } from '../../testing/subscriber.ts';
import { tracesOf } from '../../testing/traces.ts';
import { fold } from '../tallies/service.ts';

const { passwordResets, sessions, stripeCustomers, trialCards, users } = schema;

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox({ TRUSTED_PROXIES: '127.0.0.1' }));
  admin = await server.admin();
});
afterAll(() => server.close());

/** Somebody with a trial that became a paid subscription, an open reset link and mails. */
async function customer() {
  const made = await server.client.newUser({ first_name: 'Wilhelmina', last_name: 'Quayle' });
  await subscribe(made.client, 'portfolio', 'monthly');
  await advanceDays(server, 31);
  await server.client.post('/reset-password', { email: made.user.email });
  return made;
}

const subjectsFor = async (email: string) =>
  (await arrived(mailbox, email)).map(({ subject }) => subject);

it('ends everything, leaves what was paid without a name, and tells the person', async () => {
  const { client, user } = await customer();
  const { db } = server.services;
  const links = () => db.$count(passwordResets, eq(passwordResets.userId, user.id));
  await expect.poll(links, { timeout: 10_000 }).toBe(1);
  const paid = (await admin.get(`/admin/payments?user=${user.id}`)).body;
  expect(paid.stats).toMatchObject({ success: 1, successAmount: 24.99 });
  const before = (await admin.get('/admin/dashboard-stats')).body.data;

  const reply = await admin.delete(`/admin/users/${user.id}`);
  expect([reply.status, reply.body.message]).toEqual([200, 'User deleted']);

  expect((await client.get('/user')).status).toBe(401);
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  expect(await links()).toBe(0);
  const kept = (await admin.get(`/admin/payments?user=${user.id}`)).body;
  expect(kept.stats).toEqual(paid.stats);
  expect(kept.payments[0].user).toEqual({
    id: user.id,
    first_name: 'Deleted',
    last_name: 'user',
    email: `${user.id}@deleted.invalid`,
  });
  expect((await admin.get('/admin/payments?search=Quayle')).body.count).toBe(0);
  const after = (await admin.get('/admin/dashboard-stats')).body.data;
  expect(after.total_revenue.amount).toBe(before.total_revenue.amount);
  expect(after.active_users.count).toBe(before.active_users.count - 1);
  expect(after.active_subscriptions.count).toBe(before.active_subscriptions.count - 1);

  await expect
    .poll(() => subjectsFor(user.email), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/ended/i));
});

it('leaves nothing personal in any column but those that are kept for a reason', async () => {
  const { db } = server.services;
  const address = '203.0.113.77';
  const from = { 'x-forwarded-for': address };
  const someone = person({ first_name: 'Philomena', last_name: 'Okonkwo-Reyes' });
  const { email: before, password } = someone;
  await server.client.post('/register', someone, from);
  await server.client.post('/login', { email: before, password: 'Not-the-1st' }, from);
  const { body } = await server.client.post('/login', { email: before, password }, from);
  const { token, user } = body.data;
  await subscribe(server.client.withToken(token), 'cataract', 'monthly');
  const [card] = await db.select().from(trialCards).where(eq(trialCards.userId, user.id));
  await server.client.post('/reset-password', { email: before.toUpperCase() }, from);
  const links = () => db.select().from(passwordResets).where(eq(passwordResets.userId, user.id));
  await expect.poll(links, { timeout: 10_000 }).toHaveLength(1);
  const [{ keyHash } = { keyHash: '' }] = await links();
  const { rows } = await db.execute<{ id: string; password_hash: string }>(
    sql`select s.id, u.password_hash from users u join sessions s on user_id = u.id
      where u.id = ${user.id}`,
  );
  const email = 'philomena@elsewhere.test';
  await admin.put(`/admin/users/${user.id}`, { email });
  await server.client.post('/reset-password', { email }, from);
  await expect.poll(links, { timeout: 10_000 }).toHaveLength(1);
  await db.execute(sql`insert into pgboss.job (name, state, output) values
    ('send-email', 'failed', ${JSON.stringify({ message: `550 no such user ${email}` })}::jsonb)`);
  await db.execute(sql`insert into audit_log (id, action, target, address, detail)
    values (gen_random_uuid(), 'payment.refunded', ${user.id}, '', ${`${email} asked for it`})`);

  const [{ id: session = '', password_hash: hash = '' } = {}] = rows;
  const values = [
    'Philomena',
    'Okonkwo',
    before,
    email,
    address,
    keyHash,
    session,
    hash,
    card?.cardHash ?? '',
  ];
  expect(await tracesOf(db, values)).toEqual(
    expect.arrayContaining(['job.data', 'job.output', 'users.email', 'users.words']),
  );

  expect((await admin.delete(`/admin/users/${user.id}`)).status).toBe(200);
  const traces = async () => {
    await fold(db);
    return tracesOf(db, values);
  };
  await expect.poll(traces, { timeout: 15_000 }).toEqual(keptOnPurpose);
});

/** The columns in which something personal may stay. */
const tables: Record<string, PgTable> = { ...schema };
const keptOnPurpose = Object.entries(personalData)
  .flatMap(([name, { fate }]) => {
    const columns = Object.entries(fate).filter(
      ([, what]) => typeof what === 'object' && 'personal' in what,
    );
    const table = tables[name] as PgTable;
    return columns.map(
      ([column]) => `${getTableName(table)}.${getTableColumns(table)[column]?.name}`,
    );
  })
  .toSorted();

it('has Stripe forget the name, the e-mail and the cards, and nothing be charged again', async () => {
  const { user } = await customer();
  const { db } = server.services;
  const [row] = await db.select().from(stripeCustomers).where(eq(stripeCustomers.userId, user.id));
  await admin.delete(`/admin/users/${user.id}`);
  const atStripe = async () => {
    const { customers, subscriptions, payment_methods } = await sandboxState(server);
    const held = customers?.find(({ id }) => id === row?.id);
    return {
      who: [held?.name, held?.email].filter(Boolean),
      live: subscriptions?.filter((s) => s.customer === row?.id && s.status !== 'canceled').length,
      cards: payment_methods?.filter((method) => method.customer === row?.id).length,
    };
  };
  await expect.poll(atStripe, { timeout: 20_000 }).toEqual({ who: [], live: 0, cards: 0 });
  await advanceDays(server, 40);
  expect((await admin.get(`/admin/payments?user=${user.id}`)).body.count).toBe(1);
});

it('frees the e-mail: who signs up with it anew is somebody else, with a trial', async () => {
  const { user } = await customer();
  await admin.delete(`/admin/users/${user.id}`);
  const again = await server.client.newUser({ email: user.email });
  expect(again.user.id).not.toBe(user.id);
  expect((await again.client.get('/user/subscriptions')).body.subscriptions).toEqual([]);
  expect((await again.client.get('/user/payments')).body.payments).toEqual([]);
  await subscribe(again.client, 'cataract', 'monthly');
  const [held] = (await again.client.get('/user/subscriptions')).body.subscriptions;
  expect(held.status).toBe('trial');
});

/** So many new admins. */
async function newAdmins(count: number) {
  const made = await Promise.all(Array.from({ length: count }, () => server.client.newUser()));
  const ids = made.map(({ user }) => user.id);
  await server.services.db.update(users).set({ role: 'admin' }).where(inArray(users.id, ids));
  return made;
}

/** So many changes were made, and each was told to one: by its answer, or by one that had the caller ask again. */
function expectTold(replies: Awaited<ReturnType<typeof askingAgain>>[], made: number): void {
  const done = replies.filter(({ status }) => status === 200).length;
  const unsure = replies.filter(({ isAskedAgain }) => isAskedAgain).length;
  expect(done).toBeLessThanOrEqual(made);
  expect(done + unsure).toBeGreaterThanOrEqual(made);
}

it('of admins who change and delete the same users at once, each is told what came of it', async () => {
  const { db } = server.services;
  const bosses = await newAdmins(4);
  const targets = await Promise.all(Array.from({ length: 4 }, () => server.client.newUser()));
  await Promise.all(
    targets.slice(0, 2).map(({ client }) => subscribe(client, 'cataract', 'monthly')),
  );
  await server.settled();
  const acts = [
    (client: Client, path: string) => client.put(`${path}/status`, { isActive: false }),
    (client: Client, path: string) => client.put(path, { role: 'admin' }),
    (client: Client, path: string) => client.put(path, { email: 'same.address@hospital.test' }),
    (client: Client, path: string) => client.delete(path),
    (client: Client, path: string) => client.delete(path),
  ];
  const replies = await Promise.all(
    targets.flatMap(({ user }, at) =>
      acts.map(async (act, n) => {
        const { client } = bosses[(at + n) % bosses.length] as (typeof bosses)[number];
        return { n, ...(await askingAgain(() => act(client, `/admin/users/${user.id}`))) };
      }),
    ),
  );
  for (const { status } of replies) expect([200, 404, 409]).toContain(status);
  // Each was deleted once, and nobody was left half deleted.
  expectTold(
    replies.filter(({ n }) => n > 2),
    targets.length,
  );
  for (const { user } of targets) {
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ lastName: 'user', isActive: false, role: 'user' });
  }
});

it('of thirty admins who all take each other away at once, one is left', async () => {
  const { db } = server.services;
  await db.update(users).set({ role: 'user' });
  const bosses = await newAdmins(30);
  const ways = [
    (client: Client, path: string) => client.put(path, { role: 'user' }),
    (client: Client, path: string) => client.put(`${path}/status`, { isActive: false }),
    (client: Client, path: string) => client.delete(path),
  ];
  const replies = await Promise.all(
    bosses.map(({ user }, n) => {
      const by = bosses[(n + 1) % bosses.length] as (typeof bosses)[number];
      const way = ways[n % ways.length] as (typeof ways)[number];
      return askingAgain(() => way(by.client, `/admin/users/${user.id}`));
    }),
  );
  const left = (await db.select().from(users)).filter((u) => u.role === 'admin' && u.isActive);
  expect(left.length).toBeGreaterThanOrEqual(1);
  expectTold(replies, bosses.length - left.length);
  // Who was demoted before being let in may not (403); who was deleted or switched off is nobody (401).
  for (const { status } of replies) expect([200, 401, 403]).toContain(status);
  // Whoever acted last is left, and goes on.
  const survivors = bosses.filter(({ user }) => left.some(({ id }) => id === user.id));
  expect(survivors.length).toBeGreaterThanOrEqual(1);
  for (const { client } of survivors) expect((await client.get('/admin/users')).status).toBe(200);
});
