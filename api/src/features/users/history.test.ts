import { findPlan, products } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payments, subscriptions, users } from '../../db/schema.ts';
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

const [portfolio, cataract] = products;
const days = (n: number) => new Date(Date.now() + n * 86_400_000);

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

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
const onTrial = { status: 'trial', trialStart: days(-5), startedAt: days(-5), trialEnd: days(25) };
const name = portfolio?.name;

describe('why there is access, or why not', () => {
  it.each<[string, Partial<typeof subscriptions.$inferInsert>, boolean, string, string]>([
    [
      'on trial',
      onTrial as object,
      true,
      `${name} is on trial until ${longDate.format(days(25))}.`,
      `Access to ${name}`,
    ],
    ['paid', {}, true, `${name} is active.`, `Access to ${name}`],
    [
      'late with a renewal',
      { paymentProblem: true },
      true,
      `${name} stays open while its failed payment is tried again.`,
      `Access to ${name}`,
    ],
    [
      'cancelled, the period runs',
      { cancelAtPeriodEnd: true, endsAt: days(10), cancelRequestedAt: days(-1) },
      true,
      `${name} is cancelled and stays open until ${longDate.format(days(10))}.`,
      `Access to ${name}`,
    ],
    [
      'cancelled on trial',
      { ...(onTrial as object), cancelAtPeriodEnd: true, endsAt: days(25) },
      true,
      `${name} is cancelled and stays open until ${longDate.format(days(25))}.`,
      `Access to ${name}`,
    ],
    [
      'cancelled and over',
      { status: 'cancelled', hasAccess: false, endedAt: days(-2) },
      false,
      `${name} was cancelled and has ended, and nothing else is held.`,
      `No access to ${name}`,
    ],
    [
      'not paid',
      { status: 'expired', hasAccess: false, endedAt: days(-2) },
      false,
      `${name} ended because it was not paid, and nothing else is held.`,
      `No access to ${name}`,
    ],
    [
      'not paid, and left open by Stripe',
      { status: 'expired', hasAccess: false },
      false,
      `${name} ended because it was not paid, and nothing else is held.`,
      `No access to ${name}`,
    ],
  ])('%s', async (_, state, hasAccess, because, result) => {
    const history = await historyOf(await holding(state));
    expect(history).toMatchObject({ has_access: hasAccess, because });
    expect(history.timeline[0].result).toBe(result);
    expect(history.timeline.at(-1)).toMatchObject({
      event: 'Account created',
      rule: 'An account alone opens no product',
      result: 'No access',
    });
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
    expect(shut.timeline.slice(0, 2)).toMatchObject([
      { event: `Payment of £24.99 for ${name}: success`, result: 'Cannot log in' },
      { event: 'Account deactivated by an admin', result: 'Cannot log in' },
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

  it.each(['success', 'pending', 'failed', 'refunded'] as const)(
    'a payment that is %s',
    async (status) => {
      const userId = await holding({});
      await server.services.db.insert(payments).values({
        ...{ id: crypto.randomUUID(), userId, stripeInvoiceId: `in_${userId}`, amount: 2499 },
        ...{ productId: portfolio?.id ?? '', planId: portfolio?.monthly.id ?? '', status },
        refunded: status === 'refunded' ? 2499 : 0,
        paidAt: days(-1),
      });
      const { timeline, payments: shown } = await historyOf(userId);
      expect(timeline[0]).toMatchObject({
        event: `Payment of £24.99 for ${name}: ${status}`,
        result: status === 'success' ? `Access to ${name}` : 'As before',
      });
      expect(shown).toMatchObject([{ amount: 24.99, status }]);
    },
  );
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
