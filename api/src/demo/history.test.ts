import { setTimeout } from 'node:timers/promises';
import type { AdminDashboard } from 'contract/dashboards';
import { asc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  auditLog,
  outgoingEmails,
  payments,
  stripeCustomers,
  stripeEvents,
  subscriptions,
  users,
} from '../db/schema.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { whyCancelled } from '../features/billing/subscriptions/why-cancelled.ts';
import { createClient } from '../testing/client.ts';
import { figuresAt } from '../testing/dashboard-oracle.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { advanceDays, sandboxState } from '../testing/subscriber.ts';
import { invited, life } from './history/cast.ts';
import { choose, fails, leaves, neverPays } from './history/stories.ts';
import { startHistory } from './history.ts';
import { logins } from './logins.ts';
import { seedDemo } from './seed.ts';

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);

/** One of each kind. */
const cast = [
  life('Ada Mended', 100, choose('portfolio', 'monthly'), fails('portfolio', 2, 2.4)),
  life('Ben Unpaid', 60, neverPays('portfolio')),
  life(
    'Cai Leaver',
    150,
    leaves('cataract', 2, { reason: 'unused', comment: 'Back in spring.' }),
    choose('cataract', 'yearly', { day: -0.002 }),
  ),
  life('Dot Refunded', 85, choose('combined', 'monthly'), { day: 45, do: 'refund', amount: 500 }),
  life('Eve Disputing', 80, choose('cataract', 'monthly'), {
    day: 20,
    do: 'dispute',
    outcome: 'lost',
  }),
  life('Fay Deleted', 70, choose('cataract', 'monthly'), { day: 30, do: 'delete' }),
  life('Gus Looking', 50),
  invited(
    'Hal Former',
    40,
    { day: 2, do: 'promote' },
    { day: 9, do: 'demote' },
    { day: 9, do: 'shut-out' },
  ),
];

let server: TestServer;
let told: string[];
beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.services);
  told = [];
  // Stopped again and again, as by somebody who closes the terminal too soon: before anybody paid,
  // and as soon as somebody did.
  await stopOnce(() => setTimeout(300));
  await stopOnce(() => vi.waitUntil(async () => (await db().$count(payments)) > 0, 120_000));
  expect(told.filter((line) => line.includes('differences'))).toEqual([]);
  await begin().done;
}, 240_000);
afterAll(() => server.close());

const begin = () => startHistory(server.services, (line) => told.push(line), cast);
const db = () => server.database.db;

/** Begins, and stops when `reached` resolves. */
async function stopOnce(reached: () => Promise<unknown>): Promise<void> {
  const history = begin();
  await reached();
  await history.stop();
  await history.done;
}

/** What somebody has paid and holds, in the order of time. */
async function lifeOf(lastName: string) {
  const paid = await db()
    .select({ amount: payments.amount, refunded: payments.refunded, status: payments.status })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(users.lastName, lastName))
    .orderBy(asc(payments.paidAt));
  const held = await db()
    .select({ status: subscriptions.status, cycle: subscriptions.cycle })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(eq(users.lastName, lastName))
    .orderBy(asc(subscriptions.startedAt));
  return { paid, held };
}

const success = (amount: number) => ({ amount, refunded: 0, status: 'success' });
const failed = (amount: number) => ({ amount, refunded: 0, status: 'failed' });

it('says how it went, and that our rows agree with Stripe', async () => {
  expect(told.at(-1)).toMatch(/^The demo's year: \d+ people in \d+ s, 0 differences from Stripe$/);
  expect(await reconcile(server.services)).toMatchObject({ checked: 7, found: 0 });
});

it('is lived whole, and nothing in it twice, however often it was stopped', async () => {
  const monthly = (count: number, amount: number) => Array(count).fill(success(amount));
  expect(await lifeOf('Mended')).toEqual({
    paid: monthly(3, 2_499),
    held: [{ status: 'active', cycle: 'monthly' }],
  });
  expect(await lifeOf('Unpaid')).toEqual({
    paid: [failed(2_499)],
    held: [{ status: 'expired', cycle: 'monthly' }],
  });
  expect(await lifeOf('Leaver')).toEqual({
    paid: [...monthly(2, 1_499), success(15_000)],
    held: [
      { status: 'cancelled', cycle: 'monthly' },
      { status: 'active', cycle: 'yearly' },
    ],
  });
  expect((await lifeOf('Refunded')).paid).toEqual([
    { amount: 3_500, refunded: 500, status: 'success' },
    success(3_500),
  ]);
  expect(await lifeOf('Disputing')).toEqual({
    paid: [{ amount: 1_499, refunded: 1_499, status: 'refunded' }],
    held: [{ status: 'expired', cycle: 'monthly' }],
  });
  const people = await db().select().from(users);
  expect(people).toHaveLength(cast.length + 2);
  const signedUp = await db().select().from(auditLog).where(eq(auditLog.action, 'account.created'));
  expect(new Set(signedUp.map(({ actorId }) => actorId)).size).toBe(signedUp.length);
  expect(await db().$count(stripeCustomers)).toBe(7);
});

it('gives the demo user a year: a plan that was changed, one that renews, a payment made good', async () => {
  const { paid, held } = await lifeOf(logins.user.lastName);
  expect(held).toEqual([
    { status: 'active', cycle: 'yearly' },
    { status: 'active', cycle: 'monthly' },
  ]);
  expect(paid.length).toBeGreaterThan(14);
  expect(paid.filter(({ status }) => status === 'refunded')).toHaveLength(1);
  const mails = await db()
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.recipient, logins.user.email));
  expect(mails.map(({ template }) => template)).toContain('payment-failed');
});

it('dates everybody and everything by their lives', async () => {
  const people = await db().select().from(users);
  for (const { person, joined } of cast) {
    const row = people.find(({ id }) => id === person.id);
    expect(Math.abs(Number(row?.createdAt) - Number(ago(joined)))).toBeLessThan(1.5 * day);
  }
  const [admin] = people.filter(({ role }) => role === 'admin');
  expect(Number(admin?.createdAt)).toBeLessThan(Number(ago(390)));
  const fay = people.find(({ deletedAt }) => deletedAt !== null);
  expect(fay?.deletedAt).toEqual(fay?.deactivatedAt);
  expect(Math.abs(Number(fay?.deletedAt) - Number(ago(40)))).toBeLessThan(1.5 * day);
  // But for him who came back a few minutes ago, and for visits, which come at any hour.
  const lately = await db()
    .select({ name: users.lastName, action: auditLog.action })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(sql`${auditLog.at} > now() - interval '1 hour'`);
  expect(lately.map(({ name }) => name)).toContain('Leaver');
  const isVisit = (action: string) => ['login.succeeded', 'logout'].includes(action);
  expect(lately.filter(({ action }) => !isVisit(action))).toEqual([]);
});

it('writes to nobody but the demo user, and dates those mails by his life', async () => {
  const others = await db()
    .select()
    .from(outgoingEmails)
    .where(ne(outgoingEmails.recipient, logins.user.email));
  expect(others.length).toBeGreaterThan(15);
  for (const { sentAt, createdAt } of others) expect(sentAt).toEqual(createdAt);
  const late = await db()
    .select({ cause: outgoingEmails.cause })
    .from(outgoingEmails)
    .where(lt(sql`now() - interval '1 hour'`, outgoingEmails.createdAt));
  // Somebody is sold a plan as the past ends.
  const causes = late.map(({ cause }) => cause.split(':')[0]);
  expect(causes.toSorted()).toEqual(['payment-receipt', 'subscription-started']);
});

it('shows an admin the figures of those lives', async () => {
  const at = new Date();
  const rows = {
    users: await db().select().from(users),
    subscriptions: await db().select().from(subscriptions),
    payments: await db().select().from(payments),
  };
  const admin = await createClient(server.url).logIn(logins.admin.email, 'Demo-1234!');
  const { body } = await admin.client.get('/admin/dashboard-stats');
  expect(body.data as AdminDashboard).toMatchObject(figuresAt(at, rows));
});

it('shows an admin why somebody left, in their own words', async () => {
  const { comments } = await whyCancelled(server.services, new Date());
  expect(comments).toMatchObject([{ reason: 'unused', comment: 'Back in spring.' }]);
});

it('is not lived again at the next start', async () => {
  const counts = async () => [
    await db().$count(users),
    await db().$count(auditLog),
    await db().$count(stripeEvents),
    (await sandboxState(server)).events?.length,
  ];
  const before = await counts();
  const lines = told.length;
  await begin().done;
  expect(await counts()).toEqual(before);
  expect(told).toHaveLength(lines);
});

it('lives on with everybody else when time passes', async () => {
  expect((await sandboxState(server)).test_clocks).toEqual([]);
  const before = (await lifeOf('Mended')).paid.length;
  await advanceDays(server, 31);
  expect((await lifeOf('Mended')).paid).toHaveLength(before + 1);
  const fresh = await db().select().from(outgoingEmails).where(isNull(outgoingEmails.sentAt));
  expect(fresh.map(({ recipient }) => recipient)).toContain(cast[0]?.person.email);
});
