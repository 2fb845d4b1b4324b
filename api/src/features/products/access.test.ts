import { type ProductKey, products } from 'contract/catalogue';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../db/client.ts';
import { payments, subscriptions, users } from '../../db/schema.ts';
import { days } from '../../testing/access-answers.ts';
import { accessRowsOf, holdByRow, type State } from '../../testing/held.ts';
import { cards } from '../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../testing/subscriber.ts';
import { syncCustomer } from '../billing/stripe/sync/sync.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.services.db;
});
afterAll(() => server.close());

const hold = (userId: string, key: ProductKey, state: State = {}, writer = db) =>
  holdByRow(writer, userId, key, state);
const accessOf = (userId: string) => accessRowsOf(db, userId);

const over = { hasAccess: false, endedAt: days(-2) };
const states: [string, State, string, string | null][] = [
  ['on trial', { status: 'trial' }, 'trial', '2036-07-25T10:00:00.000Z'],
  ['paid', {}, 'paid', '2036-07-25T10:00:00.000Z'],
  ['sold for nothing', { amount: 0 }, 'given', '2036-07-25T10:00:00.000Z'],
  ['paid, and no end is known', { periodEnd: null }, 'paid', null],
  [
    'late with a renewal, when Stripe counts the next month already',
    { paymentProblem: true },
    'payment_retrying',
    '2036-06-25T10:00:00.000Z',
  ],
  [
    'cancelled, and running',
    { cancelAtPeriodEnd: true, endsAt: new Date('2036-07-10T09:00:00Z') },
    'paid',
    '2036-07-10T09:00:00.000Z',
  ],
  ['cancelled and over', { ...over, status: 'cancelled' }, 'ended', null],
  ['withdrawn', { ...over, status: 'cancelled', withdrawnAt: days(-2) }, 'withdrawn', null],
  ['not paid', { ...over, status: 'expired', stripeStatus: 'canceled' }, 'unpaid', null],
  ['left unpaid', { ...over, status: 'expired', stripeStatus: 'unpaid' }, 'unpaid', null],
  ['paused', { ...over, status: 'expired', stripeStatus: 'paused' }, 'ended', null],
];

describe('the row of a user and product', () => {
  it.each(products.map(({ key, id, includes }) => [key, id, includes] as const))(
    '%s opens what the catalogue says',
    async (_, id, includes) => {
      const { rows } = await db.execute(sql`select products_opened(${id}::uuid) as opened`);
      expect(rows).toEqual([{ opened: includes }]);
    },
  );

  it.each(states)('%s', async (_, state, reason, until) => {
    const { user } = await server.client.newUser();
    await hold(user.id, 'portfolio', state);
    const { portfolio, cataract } = await accessOf(user.id);
    expect(portfolio).toMatchObject({ hasAccess: state.hasAccess ?? true, reason, version: 1 });
    expect(portfolio?.until?.toISOString() ?? null).toBe(until);
    expect(portfolio?.since).toEqual(state.endedAt ?? expect.any(Date));
    expect(cataract).toBeUndefined();
  });

  it('a trial that was refused opened nothing', async () => {
    const { user } = await server.client.newUser();
    await hold(user.id, 'portfolio', { ...over, status: 'expired', trialRefused: true });
    expect(await accessOf(user.id)).toEqual({});
  });

  it('of several, what lasts longest; without any, what ended last', async () => {
    const { user } = await server.client.newUser();
    await hold(user.id, 'portfolio', { ...over, status: 'expired', stripeStatus: 'canceled' });
    const withdrawn = { status: 'cancelled', withdrawnAt: days(-9), endedAt: days(-9) } as const;
    await hold(user.id, 'portfolio', { ...over, ...withdrawn });
    expect((await accessOf(user.id)).portfolio?.reason).toBe('unpaid');
    await hold(user.id, 'portfolio', { cancelAtPeriodEnd: true, endsAt: days(3) });
    await hold(user.id, 'combined', { status: 'trial' });
    const { portfolio, cataract } = await accessOf(user.id);
    expect(portfolio).toMatchObject({ reason: 'trial', version: 3 });
    expect(cataract).toMatchObject({ reason: 'trial', version: 1 });
  });

  it('of several that are over, what ended last, however long the others were paid', async () => {
    const { user } = await server.client.newUser();
    const years = { endedAt: days(-9), periodEnd: days(300), withdrawnAt: days(-9) };
    await hold(user.id, 'portfolio', { ...over, status: 'cancelled', ...years });
    await hold(user.id, 'portfolio', { ...over, status: 'cancelled', periodEnd: days(-2) });
    const since = over.endedAt;
    expect((await accessOf(user.id)).portfolio).toMatchObject({ reason: 'ended', since });
  });

  it.each([
    ['2036-03-31T09:00:00Z', '2036-02-29T09:00:00Z', 'monthly', '2036-03-15T10:00:00.000Z'],
    ['2036-02-29T09:00:00Z', '2036-01-31T09:00:00Z', 'monthly', '2036-02-15T10:00:00.000Z'],
    ['2036-02-29T09:00:00Z', '2035-02-28T09:00:00Z', 'yearly', '2035-03-15T10:00:00.000Z'],
  ] as const)(
    'tried again for a period to %s, it lasts as long as Stripe tries the invoice of %s',
    async (periodEnd, invoiced, cycle, until) => {
      const { user } = await server.client.newUser();
      const late = { paymentProblem: true, periodEnd: new Date(periodEnd), cycle };
      await db.transaction(async (transaction) => {
        const id = await hold(user.id, 'portfolio', late, transaction);
        await transaction.insert(payments).values({
          ...{ id: crypto.randomUUID(), userId: user.id, stripeInvoiceId: `in_${id}` },
          ...{ stripeSubscriptionId: `sub_${id}`, productId: id, planId: id, amount: 100 },
          ...{ status: 'failed', paidAt: new Date(invoiced) },
        });
      });
      expect((await accessOf(user.id)).portfolio?.until?.toISOString()).toBe(until);
    },
  );

  it('lasts as long as Stripe tries, where its tries stood still for somebody who was deactivated', async () => {
    const [admin, { client, user }] = [await server.admin(), await server.client.newUser()];
    await subscribe(client, 'portfolio', 'yearly', cards.failsLater);
    await advanceDays(server, 31);
    const customer = await customerOf(server, user.id);
    for (const isActive of [false, true]) {
      await admin.put(`/admin/users/${user.id}/status`, { isActive });
      await server.settled();
      await advanceDays(server, 4);
    }
    const { stripe } = server.services;
    await syncCustomer(server.services, customer);
    const { until } = (await accessOf(user.id)).portfolio ?? {};
    await advanceDays(server, 10);
    const held = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0];
    expect(await held()).toMatchObject({ status: 'past_due' });
    await advanceDays(server, 2);
    expect((until?.getTime() ?? 0) / 1000 - ((await held())?.ended_at ?? 0)).toBe(3_600);
  });

  it('takes away what another plan no longer includes', async () => {
    const { user } = await server.client.newUser();
    const id = await hold(user.id, 'combined');
    const productId = products[0]?.id;
    await db.update(subscriptions).set({ productId }).where(eq(subscriptions.id, id));
    const { portfolio, cataract } = await accessOf(user.id);
    expect(portfolio).toMatchObject({ hasAccess: true, version: 1 });
    expect(cataract).toMatchObject({ hasAccess: false, reason: 'ended', until: null, version: 2 });
    // And from whom what they held is somebody else's.
    const other = (await server.client.newUser()).user;
    await db.update(subscriptions).set({ userId: other.id }).where(eq(subscriptions.id, id));
    expect((await accessOf(user.id)).portfolio).toMatchObject({ hasAccess: false, version: 2 });
    expect((await accessOf(other.id)).portfolio).toMatchObject({ hasAccess: true, version: 1 });
  });

  it('tells nothing of what one transaction passes through, nor of one that fails', async () => {
    const { user } = await server.client.newUser();
    const startedAt = days(-200);
    const first = await hold(user.id, 'portfolio', { startedAt });
    await db.transaction(async (transaction) => {
      const ended = { ...over, status: 'cancelled' } as const;
      await transaction.update(subscriptions).set(ended).where(eq(subscriptions.id, first));
      await hold(user.id, 'combined', { startedAt }, transaction);
    });
    const now = await accessOf(user.id);
    expect(now.portfolio?.version).toBe(1);
    const failing = async (transaction: Db) => {
      await transaction.update(users).set({ isActive: false }).where(eq(users.id, user.id));
      throw new Error('no');
    };
    await expect(db.transaction(failing)).rejects.toThrow('no');
    expect(await accessOf(user.id)).toEqual(now);
  });

  it('follows a life by the calls, its version growing by one with each change', async () => {
    const [admin, { client, user }] = [await server.admin(), await server.client.newUser()];
    const me = async () => (await client.get('/user')).body.data.hasActiveSubscription;
    expect(await me()).toBe(false);
    await subscribe(client, 'portfolio', 'monthly');
    const row = async () => (await accessOf(user.id)).portfolio;
    expect(await row()).toMatchObject({ hasAccess: true, reason: 'trial' });
    expect(await me()).toBe(true);
    let version = (await row())?.version ?? 0;
    const expectNext = async (facts: object) => {
      version += 1;
      expect(await row()).toMatchObject({ ...facts, version });
    };
    const status = (isActive: boolean) => admin.put(`/admin/users/${user.id}/status`, { isActive });
    await status(false);
    await expectNext({ hasAccess: false, reason: 'deactivated', until: null });
    for (const isActive of [false, true]) await status(isActive);
    await server.settled();
    // Charging is taken up again at Stripe, which changes how long it lasts.
    await syncCustomer(server.services, await customerOf(server, user.id));
    expect(await row()).toMatchObject({ hasAccess: true, reason: 'trial' });
    version = (await row())?.version ?? 0;
    await syncCustomer(server.services, await customerOf(server, user.id));
    expect((await row())?.version).toBe(version);
    await admin.put(`/admin/users/${user.id}`, { last_name: 'Shah', email: 'shah@hospital.test' });
    await expectNext({ hasAccess: true, reason: 'trial' });
    await db
      .update(users)
      .set({ emailVerifiedAt: days(0) })
      .where(eq(users.id, user.id));
    await expectNext({ hasAccess: true, reason: 'trial' });
    await admin.put(`/admin/users/${user.id}`, { role: 'user' });
    expect((await row())?.version).toBe(version);
    await advanceDays(server, 31);
    expect(await row()).toMatchObject({ hasAccess: true, reason: 'paid' });
    await admin.delete(`/admin/users/${user.id}`);
    await server.settled();
    const since = expect.any(Date);
    expect(await row()).toMatchObject({ hasAccess: false, reason: 'deleted', until: null, since });
  });

  it('is right whoever writes at the same time', async () => {
    const { user } = await server.client.newUser();
    const id = await hold(user.id, 'combined');
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const write = db.transaction(async (transaction) => {
          if (n % 2 === 0) {
            const isActive = n % 4 === 0;
            await transaction.update(users).set({ isActive }).where(eq(users.id, user.id));
          } else {
            const ended = { hasAccess: n % 3 === 0, status: 'cancelled' } as const;
            await transaction.update(subscriptions).set(ended).where(eq(subscriptions.id, id));
          }
        });
        await write;
      }),
    );
    const { rows } = await db.execute(sql`
      select product, has_access, since, until, reason from access_of(${user.id}::uuid)
      except select product, has_access, since, until, reason from product_access
      where user_id = ${user.id}::uuid`);
    expect(rows).toEqual([]);
    expect(Object.keys(await accessOf(user.id))).toHaveLength(2);
  });

  it('goes with the last subscription of somebody who was deleted', async () => {
    const { user } = await server.client.newUser();
    const id = await hold(user.id, 'portfolio', { ...over, status: 'cancelled' });
    const deleted = { deletedAt: sql`now()`, isActive: false };
    await db.update(users).set(deleted).where(eq(users.id, user.id));
    expect((await accessOf(user.id)).portfolio?.reason).toBe('deleted');
    await db.delete(subscriptions).where(eq(subscriptions.id, id));
    expect(await accessOf(user.id)).toEqual({});
    // The versions of a new row would begin anew, and be passed over.
    await hold(user.id, 'portfolio', { ...over, status: 'cancelled' });
    expect(await accessOf(user.id)).toEqual({});
  });
});
