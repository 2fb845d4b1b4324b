import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payments, stripeCustomers, stripeEvents, subscriptions } from '../../../db/schema.ts';
import { subjectsTo } from '../../../testing/mails.ts';
import { runProgram } from '../../../testing/programs.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../testing/subscriber.ts';
import { reconcile } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await reconcile(server.services);
});
afterAll(() => server.close());

const webhooks = (mode: string) => sandboxPost(server, '/sandbox/webhooks', { mode });

/** Somebody with a subscription that was paid once. */
async function payer() {
  const someone = await server.client.newUser();
  await subscribe(someone.client, 'cataract', 'monthly');
  await advanceDays(server, 8);
  const rows = async () => ({
    subscriptions: (await someone.client.get('/user/subscriptions')).body.subscriptions,
    payments: (await someone.client.get('/user/payments')).body.payments,
  });
  return { ...someone, rows, customer: await customerOf(server, someone.user.id) };
}

/** What was found, in a few words each. */
async function run(): Promise<string[]> {
  const { differences } = await reconcile(server.services);
  return differences.map(
    ({ kind, field, ours, stripe, repaired }) =>
      `${kind} ${field}: ${ours} -> ${stripe}${repaired ? '' : ' left'}`,
  );
}

async function restored(): Promise<void> {
  expect(await run()).toEqual([]);
}

describe('the comparison with Stripe', () => {
  it('finds nothing where all webhooks came', async () => {
    await payer();
    await restored();
  });

  it('catches up with events that never came', async () => {
    const { client, user, rows } = await payer();
    const late = await server.client.newUser();
    await subscribe(late.client, 'cataract', 'monthly');
    await server.settled();
    await webhooks('drop');
    await advanceDays(server, 5);
    const { stripe } = server.services;
    const [subscription] = (
      await stripe.subscriptions.list({ customer: await customerOf(server, user.id) })
    ).data;
    await stripe.subscriptions.cancel(subscription?.id ?? '');
    await webhooks('normal');
    const found = await run();
    expect(found).toContain('subscription status: active -> cancelled');
    expect(found).toContain('subscription hasAccess: true -> false');
    expect(found.filter((one) => /^email trial-ending:\S+: null -> due$/.test(one))).toHaveLength(
      1,
    );
    expect((await rows()).subscriptions[0].status).toBe('cancelled');
    expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(false);
    expect(await subjectsTo(server, late.user.email)).toContainEqual(
      expect.stringMatching(/^Your free trial of Cataract Connect ends on/),
    );
    await restored();
  });

  it('writes deleted rows anew, and sends no mail a second time', async () => {
    const { user, rows } = await payer();
    const { db } = server.services;
    const [before, mails] = [await rows(), await subjectsTo(server, user.email)];
    await db.delete(payments).where(eq(payments.userId, user.id));
    await db.delete(subscriptions).where(eq(subscriptions.userId, user.id));
    await db.delete(stripeCustomers).where(eq(stripeCustomers.userId, user.id));
    expect(await run()).toEqual([
      'customer row: null -> present',
      'subscription row: null -> present',
      'payment row: null -> present',
    ]);
    const withoutId = ({ id: _, ...rest }: { id: string }) => rest;
    const after = await rows();
    expect(after.subscriptions.map(withoutId)).toEqual(before.subscriptions.map(withoutId));
    expect(after.payments.map(withoutId)).toEqual(before.payments.map(withoutId));
    expect(await subjectsTo(server, user.email)).toEqual(mails);
    await restored();
  });

  it('puts changed rows right, field by field', async () => {
    const [{ user, rows }, other] = [await payer(), await payer()];
    const { db } = server.services;
    const before = await rows();
    await db
      .update(subscriptions)
      .set({ amount: 1, status: 'trial', periodEnd: null })
      .where(eq(subscriptions.userId, user.id));
    await db
      .update(payments)
      .set({ amount: 99, status: 'failed' })
      .where(eq(payments.userId, user.id));
    const found = await run();
    expect(found.slice(0, 4).toSorted()).toEqual([
      'payment amount: 99 -> 1499',
      'subscription amount: 1 -> 1499',
      expect.stringMatching(/^subscription periodEnd: null -> 2/),
      'subscription status: trial -> active',
    ]);
    expect(await rows()).toEqual(before);

    // A payment that has moved to somebody else comes back.
    await db.update(payments).set({ userId: other.user.id }).where(eq(payments.userId, user.id));
    expect(await run()).toEqual(['payment row: null -> present']);
    expect(await rows()).toEqual(before);
  });

  it('ends the access of a subscription that Stripe does not know', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    await server.services.db
      .update(subscriptions)
      .set({ stripeId: 'sub_invented' })
      .where(eq(subscriptions.userId, user.id));
    await server.services.stripe.subscriptions
      .list({ customer: await customerOf(server, user.id) })
      .autoPagingEach(
        async ({ id }) => void (await server.services.stripe.subscriptions.cancel(id)),
      );
    await run();
    expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(false);
    await restored();
  });

  it('gives events that wait too long to a job again', async () => {
    const { customer } = await payer();
    const { db } = server.services;
    const event = { type: 'customer.updated', customerId: customer, createdAt: new Date() };
    const receivedAt = new Date(Date.now() - 10 * 60_000);
    await db.insert(stripeEvents).values({ id: 'evt_forgotten', receivedAt, ...event });
    await reconcile(server.services);
    await server.settled();
  });

  it('is safe beside webhooks and beside itself', async () => {
    const { client, rows } = await payer();
    const { id } = (await rows()).subscriptions[0];
    await Promise.all([
      reconcile(server.services),
      client.post(`/user/subscriptions/${id}/cancel`),
      reconcile(server.services),
    ]);
    await server.settled();
    expect((await rows()).subscriptions[0].cancel_at_period_end).toBe(true);
    await restored();
  });

  it('leaves a report that an admin can read', async () => {
    const { user } = await payer();
    const { db } = server.services;
    await db.update(payments).set({ amount: 5 }).where(eq(payments.userId, user.id));
    await reconcile(server.services);
    const admin = await server.admin();
    const { body } = await admin.get('/admin/reconciliation');
    expect(body.run).toMatchObject({
      finished_at: expect.any(String),
      found: 1,
      differences: [
        { kind: 'payment', field: 'amount', ours: '5', stripe: '1499', repaired: true },
      ],
    });
    expect(body.run.checked).toBeGreaterThanOrEqual(1);
  });
});

describe('npm run billing:reconcile', () => {
  const start = (env: Record<string, string>, args: string[] = []) =>
    runProgram('billing-reconcile', args, {
      DATABASE_URL: undefined,
      PORT: new URL(server.url).port,
      JWT_SECRET: server.services.env.JWT_SECRET,
      ...env,
    });

  it('has the running server compare, prints what differed and ends with 0 when all is repaired', async () => {
    const { user } = await payer();
    await server.services.db
      .update(subscriptions)
      .set({ amount: 7 })
      .where(eq(subscriptions.userId, user.id));
    const first = await start({});
    expect(first.stdout).toMatch(
      /^Compared \d+ customers? with Stripe: 1 difference, all repaired\.$/m,
    );
    expect(first.stdout).toMatch(/^subscription +sub_\w+ +amount +7 +1499 +repaired$/m);
    expect((await start({})).stdout).toContain('nothing differs');
  });

  it('without the right secret, or without a server, ends with 1 and says why', async () => {
    const forged = { JWT_SECRET: Buffer.alloc(32, 9).toString('base64url') };
    await expect(start(forged)).rejects.toMatchObject({ code: 1 });
    await expect(start({ PORT: '1' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm start'),
    });
  });

  it('calls Stripe as often as it is told to, which has to be a number', async () => {
    const here = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await expect(start(here, ['--calls-per-second', 'many'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must be a number above 0, such as 80'),
    });
  });
});
