import { findPlan, products } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payments, subscriptions, users } from '../../db/schema.ts';
import { accessAnswers, days, paymentAnswers } from '../../testing/access-answers.ts';
import type { Client } from '../../testing/client.ts';
import { cards } from '../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, subscribe } from '../../testing/subscriber.ts';
import { audit } from '../audit/service.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const [portfolio, cataract, combined] = products;

/** Somebody whose account is old, with one subscription in the state that matters. */
async function holding(state: Partial<typeof subscriptions.$inferInsert>, product = portfolio) {
  const { user } = await server.client.newUser();
  const { db } = server.services;
  await db
    .update(users)
    .set({ createdAt: days(-400) })
    .where(eq(users.id, user.id));
  await hold(user.id, state, product);
  return user.id;
}

async function hold(
  userId: string,
  state: Partial<typeof subscriptions.$inferInsert>,
  product = portfolio,
) {
  const plan = findPlan(product?.monthly.id ?? '');
  if (!plan) throw new Error('no plan');
  await server.services.db.insert(subscriptions).values({
    ...{ id: crypto.randomUUID(), userId, stripeId: `sub_${crypto.randomUUID()}` },
    ...{ planId: plan.id, productId: plan.productId, cycle: plan.cycle, amount: plan.amount },
    stripeStatus: '',
    status: 'active',
    hasAccess: true,
    paymentProblem: false,
    cancelAtPeriodEnd: false,
    startedAt: days(-200),
    periodEnd: days(10),
    ...state,
  });
}

async function historyOf(userId: string) {
  const { status, body } = await admin.get(`/admin/users/${userId}/history`);
  expect(status).toBe(200);
  return body.data;
}

const name = portfolio?.name;
const toldBy = ({ timeline }: { timeline: Record<string, string>[] }) =>
  timeline.map(({ event, rule, result }) => [event, rule, result]);

describe('why there is access, or why not', () => {
  it.each(accessAnswers)('%s', async (_, state, hasAccess, because, told) => {
    const history = await historyOf(await holding(state));
    expect(history).toMatchObject({ has_access: hasAccess, because });
    expect(toldBy(history)).toEqual([
      ...told,
      ['Account created', 'An account alone opens no product', 'No access'],
    ]);
  });

  it('never subscribed', async () => {
    const { user } = await server.client.newUser();
    expect(await historyOf(user.id)).toMatchObject({
      has_access: false,
      because: 'The user has never subscribed.',
      subscriptions: [],
      payments: [],
      timeline: [{ event: 'Account created', result: 'No access' }],
    });
  });

  it('one ended, another held', async () => {
    const userId = await holding({ status: 'cancelled', hasAccess: false, endedAt: days(-2) });
    await hold(userId, { startedAt: days(-300) }, cataract);
    const history = await historyOf(userId);
    expect(history).toMatchObject({ has_access: true, because: `${cataract?.name} is active.` });
    expect(history.timeline.map(({ result }: { result: string }) => result)).toEqual([
      `No access to ${name}`,
      `Access to ${name}`,
      `Access to ${cataract?.name}`,
      'No access',
    ]);
  });

  it('of several that are over, the one that was held last', async () => {
    const userId = await holding({
      ...{ status: 'expired', stripeStatus: 'canceled', hasAccess: false },
      ...{ startedAt: days(-300), endedAt: days(-2) },
    });
    const brief = { startedAt: days(-200), endedAt: days(-150) };
    await hold(userId, { status: 'cancelled', hasAccess: false, ...brief }, cataract);
    expect((await historyOf(userId)).because).toBe(
      `${name} ended because it was not paid, and nothing else is held.`,
    );
  });

  it('deactivated, whatever is paid meanwhile, until an admin takes that back', async () => {
    const userId = await holding({});
    const set = (isActive: boolean) => admin.put(`/admin/users/${userId}/status`, { isActive });
    await set(false);
    const { db } = server.services;
    await db.insert(payments).values({
      ...{ id: crypto.randomUUID(), userId, stripeInvoiceId: `in_${userId}`, amount: 2499 },
      ...{ productId: portfolio?.id ?? '', planId: portfolio?.monthly.id ?? '' },
      status: 'success',
      paidAt: days(1),
    });
    const shut = await historyOf(userId);
    expect(shut.has_access).toBe(false);
    expect(shut.because).toBe(
      `The account is deactivated: the user cannot log in, whatever is subscribed. ${name} is active.`,
    );
    expect(toldBy(shut).slice(0, 2)).toEqual([
      [
        `Payment of £24.99 for ${name}: success`,
        'A paid period gives access until its end',
        'Cannot log in',
      ],
      ['Account deactivated by an admin', 'A deactivated user cannot log in', 'Cannot log in'],
    ]);
    await set(true);
    const open = await historyOf(userId);
    expect(open).toMatchObject({ has_access: true, because: `${name} is active.` });
    expect(open.timeline[1]).toMatchObject({
      event: 'Account activated by an admin',
      rule: 'An active user may log in',
      result: 'As subscribed',
    });
  });

  it('deactivated, however often the account was changed since', async () => {
    const userId = await holding({});
    await admin.put(`/admin/users/${userId}/status`, { isActive: false });
    const { db } = server.services;
    const change = { action: 'user.changed', target: userId, address: '127.0.0.1' } as const;
    for (let n = 0; n <= 100; n += 1) await audit(db, change);
    expect((await historyOf(userId)).timeline[0]).toMatchObject({ result: 'Cannot log in' });
  });

  it.each(paymentAnswers)(
    'a payment that is %s, %i refunded',
    async (status, refunded, back, rule, result) => {
      const userId = await holding({});
      const paidAt = days(-1);
      await server.services.db.insert(payments).values({
        ...{ id: crypto.randomUUID(), userId, stripeInvoiceId: `in_${userId}`, amount: 2499 },
        ...{ productId: portfolio?.id ?? '', planId: portfolio?.monthly.id ?? '', status },
        ...{ refunded, paidAt },
      });
      const { timeline, payments: shown } = await historyOf(userId);
      expect(timeline[0]).toEqual({
        at: paidAt.toISOString(),
        ...{ event: `Payment of £24.99 for ${name}: ${status}${back}`, rule, result },
      });
      expect(shown).toMatchObject([{ amount: 24.99, status }]);
    },
  );
});

it('says that what is paid after the end opens nothing', async () => {
  const stripeId = `sub_${crypto.randomUUID()}`;
  const userId = await holding({
    ...{ stripeId, status: 'expired', hasAccess: false, endedAt: days(-5) },
  });
  const of = { userId, productId: portfolio?.id ?? '', planId: portfolio?.monthly.id ?? '' };
  const paid = { ...of, amount: 2499, status: 'success', stripeSubscriptionId: stripeId } as const;
  for (const ago of [40, 1]) {
    const id = crypto.randomUUID();
    const payment = { ...paid, id, stripeInvoiceId: `in_${id}`, paidAt: days(-ago) };
    await server.services.db.insert(payments).values(payment);
  }
  const history = await historyOf(userId);
  expect(history.has_access).toBe(false);
  const payment = `Payment of £24.99 for ${name}: success`;
  expect(toldBy(history).slice(0, 3)).toEqual([
    [payment, 'A payment after the end opens nothing again', 'As before'],
    [`${name} ended`, expect.any(String), `No access to ${name}`],
    [payment, 'A paid period gives access until its end', `Access to ${name}`],
  ]);
});

it('shows what is held and was paid as the lists of everybody do', async () => {
  const userId = await holding({ trialEnd: days(-150) });
  await hold(userId, { status: 'cancelled', hasAccess: false, endedAt: days(-7) }, cataract);
  await hold(userId, { cancelAtPeriodEnd: true, endsAt: days(5) }, combined);
  const history = await historyOf(userId);
  const listed = (await admin.get(`/admin/subscriptions?user=${userId}`)).body.subscriptions;
  expect(listed).toHaveLength(3);
  expect(history.subscriptions).toEqual(expect.arrayContaining(listed));
  const { db } = server.services;
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const row = (product: typeof portfolio) => rows.find((one) => one.productId === product?.id);
  const shown = (product: typeof portfolio) => {
    const { trial_end_date, end_date } = history.subscriptions.find(
      (one: { id: string }) => one.id === row(product)?.id,
    );
    return [trial_end_date, end_date];
  };
  const [running, over, ending] = [row(portfolio), row(cataract), row(combined)];
  expect(shown(portfolio)).toEqual([
    running?.trialEnd?.toISOString(),
    running?.periodEnd?.toISOString(),
  ]);
  expect(shown(cataract)).toEqual([null, over?.endedAt?.toISOString()]);
  expect(shown(combined)).toEqual([null, ending?.endsAt?.toISOString()]);
});

it('tells a whole life: a trial, a payment, a failed renewal, the end', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly', cards.failsLater);
  expect((await historyOf(user.id)).because).toMatch(/is on trial until/);
  await advanceDays(server, 31);
  const late = await historyOf(user.id);
  expect(late).toMatchObject({
    has_access: true,
    because: `${name} stays open while its failed payment is tried again.`,
  });
  await advanceDays(server, 40);
  const over = await historyOf(user.id);
  expect(over).toMatchObject({
    has_access: false,
    because: `${name} ended because it was not paid, and nothing else is held.`,
  });
  expect(over.timeline.map(({ event }: { event: string }) => event)).toEqual([
    `${name} ended`,
    `Payment of £24.99 for ${name}: failed`,
    `Trial of ${name} ended`,
    `Trial of ${name} started`,
    'Account created',
  ]);
});
