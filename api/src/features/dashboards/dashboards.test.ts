import { findPlan, plans, products } from 'contract/catalogue';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payments, sessions, subscriptions, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { openDatabaseWithClock, setClock } from '../../testing/clock.ts';
import { figuresAt, type Rows } from '../../testing/dashboard-oracle.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({}, openDatabaseWithClock);
  admin = await server.admin();
  await server.services.db.update(sessions).set({ expiresAt: new Date('2100-01-01') });
});
afterAll(() => server.close());

const dashboard = async () => (await admin.get('/admin/dashboard-stats')).body.data;

async function readRows(): Promise<Rows> {
  const { db } = server.services;
  return {
    users: await db.select().from(users),
    subscriptions: await db.select().from(subscriptions),
    payments: await db.select().from(payments),
  };
}

const londonMonth = (at: Date) =>
  new Intl.DateTimeFormat('sv', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
  }).format(at);

/** Sets the clock back, and takes away what had not happened by then. */
async function goBack(at: Date): Promise<void> {
  const { db } = server.services;
  await setClock(db, at);
  const then = sql`${at.toISOString()}::timestamptz`;
  await db.delete(payments).where(sql`${payments.paidAt} > ${then}`);
  await db.delete(subscriptions).where(
    sql`greatest(${subscriptions.startedAt}, ${subscriptions.lostAt},
      case when ${subscriptions.status} <> 'trial' then ${subscriptions.trialEnd} end) > ${then}`,
  );
}

it('says of an empty product that nothing grows, and that there is nothing to share', async () => {
  await setClock(server.services.db, new Date('2026-11-15T12:00:00Z'));
  const shown = await dashboard();
  expect(shown).toMatchObject({
    trial_users: { count: 0, growth: 0 },
    active_subscriptions: { count: 0, growth: 0 },
    total_revenue: { amount: 0, growth: 0 },
    recurring_revenue: { amount: 0, growth: 0 },
    recent_payments: [],
  });
  expect(shown.months).toHaveLength(12);
  expect(shown.months[0]).toMatchObject({ month: '2025-12', churn: null, conversion: null });
});

describe('with a crowd', () => {
  /** Around the ends of months in London, of summer time and of a February, and in between. */
  const moments = [
    ...['2025-12-31T23:59:59.000Z', '2026-01-01T00:00:00.000Z', '2026-02-28T11:00:00.000Z'],
    ...['2026-02-28T23:59:59.000Z', '2026-03-01T00:00:00.000Z', '2026-03-29T00:30:00.000Z'],
    ...['2026-03-31T22:59:59.000Z', '2026-03-31T23:00:00.000Z', '2026-09-30T22:59:59.000Z'],
    ...['2026-09-30T23:00:00.000Z', '2026-10-15T08:00:00.000Z', '2026-10-31T23:59:59.000Z'],
    ...['2026-11-01T00:00:00.000Z', '2025-06-10T12:00:00.000Z', '2024-06-10T12:00:00.000Z'],
  ].map((moment) => new Date(moment));
  const moment = fc.constantFrom(...moments);
  const person = fc.record({
    createdAt: moment,
    deactivatedAt: fc.option(moment, { freq: 3 }),
    held: fc.uniqueArray(
      fc.record({
        plan: fc.constantFrom(...plans),
        status: fc.constantFrom('active', 'trial', 'cancelled', 'expired'),
        startedAt: moment,
        hasTrial: fc.boolean(),
        trialEnd: moment,
        lostAt: moment,
        paid: fc.array(
          fc.record({
            status: fc.constantFrom('success', 'success', 'pending', 'failed', 'refunded'),
            paidAt: moment,
          }),
          { maxLength: 3 },
        ),
      }),
      { selector: ({ plan }) => plan.productId, maxLength: 3 },
    ),
  } as const);

  beforeAll(async () => {
    const { db } = server.services;
    for (const [n, one] of fc.sample(person, { numRuns: 80, seed: 11 }).entries()) {
      const userId = crypto.randomUUID();
      await db.insert(users).values({
        ...{ id: userId, firstName: 'Ann', lastName: 'Li', email: `${n}@eye.test`, role: 'user' },
        passwordHash: '-',
        isActive: one.deactivatedAt === null,
        createdAt: one.createdAt,
        deactivatedAt: one.deactivatedAt,
      });
      for (const { plan, status, startedAt, hasTrial, trialEnd, lostAt, paid } of one.held) {
        const stripeId = `sub_${n}_${plan.id}`;
        const hasAccess = status === 'active' || status === 'trial';
        const of = { userId, planId: plan.id, productId: plan.productId, amount: plan.amount };
        await db.insert(subscriptions).values({
          ...{ id: crypto.randomUUID(), ...of, stripeId, status, cycle: plan.cycle, hasAccess },
          ...{ stripeStatus: '', paymentProblem: false, cancelAtPeriodEnd: false, startedAt },
          trialStart: hasTrial ? startedAt : null,
          trialEnd: hasTrial ? trialEnd : null,
          endedAt: hasAccess ? null : lostAt,
        });
        for (const [m, payment] of paid.entries()) {
          await db.insert(payments).values({
            ...{ id: crypto.randomUUID(), ...of, ...payment },
            refunded: payment.status === 'refunded' ? plan.amount : m * 100,
            stripeInvoiceId: `in_${stripeId}_${m}`,
            stripeSubscriptionId: stripeId,
          });
        }
      }
    }
  });

  it('each figure opens the rows it was made of', async () => {
    await setClock(server.services.db, new Date('2026-11-15T12:00:00Z'));
    const shown = await dashboard();
    const behind = async (path: string) => {
      const { status, body } = await admin.get(path);
      expect([path, status]).toEqual([path, 200]);
      return body.data ?? body;
    };
    for (const card of ['active_users', 'trial_users', 'active_subscriptions']) {
      expect((await behind(shown[card].rows)).count).toBe(shown[card].count);
    }
    const paid = await behind(shown.total_revenue.rows);
    expect(paid.stats.successAmount).toBe(shown.total_revenue.amount);
    expect((await behind(shown.recurring_revenue.rows)).count).toBe(shown.months[11].subscribers);
    for (const month of shown.months) {
      const { rows } = month;
      expect((await behind(rows.revenue)).stats.successAmount).toBe(month.revenue);
      expect((await behind(rows.churned)).count).toBe(month.churned);
      expect((await behind(rows.trials_ended)).count).toBe(month.trials_ended);
      expect((await behind(rows.trials_converted)).count).toBe(month.trials_converted);
    }
  });

  it('lists the five newest payments: whose, for what, and what became of each', async () => {
    await setClock(server.services.db, new Date('2026-11-15T12:00:00Z'));
    const rows = await readRows();
    const paidAt = rows.payments.map((payment) => payment.paidAt.toISOString());
    const { recent_payments: shown } = await dashboard();
    expect(shown.map((one: { payment_date: string }) => one.payment_date)).toEqual(
      paidAt.toSorted().reverse().slice(0, 5),
    );
    for (const one of shown) {
      const paid = rows.payments.find(({ id }) => id === one.id);
      const payer = rows.users.find(({ id }) => id === paid?.userId);
      expect(one).toEqual({
        id: paid?.id,
        user_name: `${payer?.firstName} ${payer?.lastName}`,
        product_name: products.find(({ id }) => id === paid?.productId)?.name,
        plan_type: findPlan(paid?.planId ?? '')?.name,
        amount: (paid?.amount ?? 0) / 100,
        status: paid?.status === 'success' ? 'completed' : paid?.status,
        payment_date: paid?.paidAt.toISOString(),
      });
    }
  });

  it.each([
    ['some day, when Stripe is ahead of the clock', '2026-10-20T12:00:00.000Z'],
    ['the start of November', '2026-11-01T00:00:00.001Z'],
  ])('every figure is what the rows say, on %s', async (_, at) => {
    await setClock(server.services.db, new Date(at));
    const shown = await dashboard();
    expect(shown).toMatchObject(figuresAt(new Date(at), await readRows()));
    expect(shown.months[11].month).toBe('2026-11');
  });

  it.each([
    ['the end of October, after the clocks went back', '2026-10-31T23:59:59.999Z'],
    ['some day', '2026-10-20T12:00:00.000Z'],
    ['the end of March in UTC, when April has begun in London', '2026-03-31T23:00:00.001Z'],
    ['a moment before midnight in London, in summer', '2026-03-31T22:59:59.999Z'],
    ['the 29th of March, of which February has none', '2026-03-29T12:00:00.000Z'],
    ['the 28th of March, of which it has one', '2026-03-28T12:00:00.000Z'],
    ['the first moment of a year', '2026-01-01T00:00:00.001Z'],
    ['a moment before it', '2025-12-31T23:59:59.999Z'],
  ])('every figure was what the rows said, on %s', async (_, at) => {
    await goBack(new Date(at));
    const shown = await dashboard();
    expect(shown).toMatchObject(figuresAt(new Date(at), await readRows()));
    expect(shown.months[11].month).toBe(londonMonth(new Date(at)));
  });
});
