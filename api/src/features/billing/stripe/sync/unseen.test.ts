import { plans, products } from 'contract/catalogue';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import { cards } from '../../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function priceOf(key: 'portfolio' | 'cataract'): Promise<string> {
  const { pricing_plan_id } = choice(key, 'monthly');
  const plan = plans.find(({ id }) => id === pricing_plan_id);
  if (!plan) throw new Error('no plan');
  return server.services.prices.idOf(plan);
}

it('a subscription that is no longer ours asks for no card and announces no end', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly', cards.failsLater);
  await advanceDays(server, 8);
  const mine = async () => (await client.get('/user/subscriptions')).body.subscriptions[0];
  const { id } = await mine();
  expect((await client.post(`/user/subscriptions/${id}/cancel`)).status).toBe(200);
  expect(await mine()).toMatchObject({ payment_problem: true, cancel_at_period_end: true });
  const { stripe } = server.services;
  const [held] = (await stripe.subscriptions.list({ customer: await customerOf(server, user.id) }))
    .data;
  const { id: product } = await stripe.products.create({ name: 'Training' });
  const { id: price } = await stripe.prices.create({
    product,
    currency: 'gbp',
    unit_amount: 100,
    recurring: { interval: 'month' },
  });
  await stripe.subscriptions.update(held?.id ?? '', {
    items: [{ id: held?.items.data[0]?.id, price }],
  });
  await client.post('/user/subscriptions/refresh');
  expect(await mine()).toMatchObject({
    status: 'expired',
    payment_problem: false,
    cancel_at_period_end: false,
  });
});

it('a subscription moved to another product makes room for a new one in the same sync', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  // With one start for both it would be chance which of them Stripe lists first.
  await advanceDays(server, 1);
  const { stripe } = server.services;
  const customer = await customerOf(server, user.id);
  const [moved] = (await stripe.subscriptions.list({ customer })).data;
  const [cataract, portfolio] = [await priceOf('cataract'), await priceOf('portfolio')];
  const unseen = vi.spyOn(stripe.subscriptions, 'list').mockImplementation(() => {
    throw new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' });
  });
  onTestFinished(() => unseen.mockRestore());
  await stripe.subscriptions.update(moved?.id ?? '', {
    items: [{ id: moved?.items.data[0]?.id, price: cataract }],
  });
  await stripe.subscriptions.create({
    customer,
    items: [{ price: portfolio }],
    trial_period_days: 5,
  });
  unseen.mockRestore();
  expect((await client.post('/user/subscriptions/refresh')).status).toBe(200);
  const { subscriptions } = (await client.get('/user/subscriptions')).body;
  const running = subscriptions.map((row: { product_name: string }) => row.product_name);
  expect(running.toSorted()).toEqual(
    products
      .slice(0, 2)
      .map(({ name }) => name)
      .toSorted(),
  );
});
