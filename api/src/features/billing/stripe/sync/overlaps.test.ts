import { products } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import { cards } from '../../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../../../testing/subscriber.ts';
import { endOverlaps } from './overlaps.ts';
import { takeSnapshot } from './snapshot.ts';

const cataract = products.find(({ key }) => key === 'cataract') as (typeof products)[number];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a subscription that Stripe paused is ended once its product is held anew: going on, it would be paid for twice', async () => {
  const { client, user } = await server.client.newUser();
  await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
  const { stripe, prices } = server.services;
  const { id } = await stripe.subscriptions.create({
    customer: await customerOf(server, user.id),
    items: [{ price: await prices.idOf(cataract.monthly) }],
    trial_period_days: 2,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  await advanceDays(server, 3);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('paused');
  expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(false);

  await subscribe(client, 'cataract', 'monthly');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(true);
});

it('of two alike the one that goes on stays, though the other is older and ends on a day that was set in Stripe', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly');
  const { stripe, prices } = server.services;
  const customer = await customerOf(server, user.id);
  const [older] = (await stripe.subscriptions.list({ customer })).data;
  if (!older) throw new Error('no subscription');
  await stripe.subscriptions.update(older.id, { cancel_at: older.created + 7 * 86_400 });
  // Stripe counts whole seconds: within one, neither is the older.
  await advanceDays(server, 1);
  const newer = await stripe.subscriptions.create({
    customer,
    items: [{ price: await prices.idOf(cataract.monthly) }],
    trial_period_days: 30,
  });
  await server.settled();
  const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
  expect(await statusOf(newer.id)).toBe('trialing');
  expect(await statusOf(older.id)).toBe('canceled');
});

it('what was owed for a subscription left unpaid is written off once its product is held anew', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly', cards.failsLater);
  await advanceDays(server, 40);
  await subscribe(client, 'cataract', 'monthly');
  await server.settled();
  const { services } = server;
  const customer = await customerOf(server, user.id);
  const snapshot = await takeSnapshot(services.stripe, customer);
  // As with an account at Stripe that is set to leave them unpaid and not to end them.
  const subscriptions = snapshot.subscriptions.map((one) =>
    one.ended_at === null ? one : { ...one, status: 'unpaid' as const, ended_at: null },
  );
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'unpaid']);
  const statuses = async () =>
    (await services.stripe.invoices.list({ customer })).data
      .filter(({ amount_due }) => amount_due > 0)
      .map(({ status }) => status);
  expect(await statuses()).toEqual(['paid', 'open']);
  // The process ends, or Stripe is away, as soon as the subscription has ended.
  const invoices = Object.assign(Object.create(services.stripe.invoices), {
    voidInvoice: () => Promise.reject(new Error('away')),
  });
  const stripe = Object.assign(Object.create(services.stripe), { invoices });
  const given = { ...services, stripe };
  expect(await endOverlaps(given, { ...snapshot, subscriptions })).toBe(true);
  await server.settled();
  expect(await statuses()).toEqual(['paid', 'void']);
});
