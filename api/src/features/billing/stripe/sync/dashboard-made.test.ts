import { products } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { payments } from '../../../../db/schema.ts';
import { choice } from '../../../../testing/choice.ts';
import { change } from '../../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';
import { reconcile } from '../../reconciliation/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Row = { status: string };

const [portfolio, cataract] = products.map(({ id }) => id) as [string, string];

/** A price as somebody makes it at Stripe's dashboard: without our metadata. */
async function price(product: string, unit_amount: number, currency = 'gbp', months = 1) {
  const recurring = { interval: 'month' as const, interval_count: months };
  const made = { product, unit_amount, currency, recurring };
  return (await server.services.stripe.prices.create(made)).id;
}

/** Somebody who never bought here, and for whom support makes a subscription. */
async function sell(items: { price: string; quantity?: number }[]) {
  const { client, user } = await server.client.newUser();
  const opened = await client.post('/subscriptions/checkout', choice('portfolio', 'yearly'));
  await server.services.stripe.checkout.sessions.expire(opened.body.session_id);
  const customer = await customerOf(server, user.id);
  const { id } = await subscription(customer, items);
  await client.post('/user/subscriptions/refresh');
  const { subscriptions } = (await client.get('/user/subscriptions')).body;
  return { id, user, client, customer, held: subscriptions };
}

async function subscription(customer: string, items: { price: string; quantity?: number }[]) {
  const { stripe } = server.services;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  return stripe.subscriptions.create({ customer, items, default_payment_method: card.id });
}

const buy = async (someone: { client: TestServer['client'] }, key: 'portfolio' | 'cataract') =>
  (await someone.client.post('/subscriptions/checkout', choice(key, 'monthly'))).body.error;

async function alertsOn(id: string) {
  const { differences } = await reconcile(server.services);
  return differences.filter((one) => one.id === id && !one.repaired);
}

it('a price of its own on our product gives access at what is paid', async () => {
  const { held, client, id } = await sell([{ price: await price(portfolio, 1900) }]);
  expect(held).toMatchObject([{ status: 'active', price: 19, billing_cycle: 'monthly' }]);
  expect((await client.get('/user/payments')).body.payments).toMatchObject([{ amount: 19 }]);
  expect(await alertsOn(id)).toEqual([]);
  expect(await buy({ client }, 'portfolio')).toBe('You are already subscribed to this plan.');
});

it('two of one product are one subscription at twice the price, which stays as it was made', async () => {
  const sold = await sell([{ price: await price(portfolio, 1900), quantity: 2 }]);
  expect(sold.held).toMatchObject([{ status: 'active', price: 38 }]);
  const change = await sold.client.post('/subscriptions/checkout', choice('portfolio', 'yearly'));
  expect(change.body.error).toBe('This subscription cannot be changed.');
});

it('product B24: of two plans of which one cannot be changed the other one is, and the first is credited', async () => {
  const { client } = await sell([
    { price: await price(portfolio, 3900) },
    { price: await price(portfolio, 500), quantity: 2 },
  ]);
  await subscribe(client, 'cataract', 'monthly');
  await advanceDays(server, 8);
  const { data } = (
    await client.post('/subscriptions/checkout/preview', choice('combined', 'yearly'))
  ).body;
  expect(data.also_ends).toEqual(['Portfolio Builder']);
  await change(server, client, choice('combined', 'yearly'));
  const { credit, subscriptions } = (await client.get('/user/subscriptions')).body;
  const [held, ...others] = subscriptions.filter(({ status }: Row) => status === 'active');
  expect([held.product_name, others]).toEqual([products[2]?.name, []]);
  expect(credit).toBeGreaterThan(30);
  expect(credit).toBeCloseTo(data.later_credit, 1);
});

it('both products on one subscription give what the combined offer gives', async () => {
  const sold = await sell([
    { price: await price(cataract, 1000) },
    { price: await price(portfolio, 2000) },
  ]);
  expect(sold.held).toMatchObject([{ product_name: products[2]?.name, price: 30 }]);
  expect(sold.held[0].login_urls).toHaveLength(2);
  expect(await buy(sold, 'cataract')).toContain('already includes');
});

it.each([
  ['every three months', [3000, 'gbp', 3], '3000 gbp every 3 month'],
  ['in another currency', [4800, 'jpy', 1], '4800 jpy every 1 month'],
] as const)(
  'what is sold %s is an alert and no number, and is not sold again',
  async (_, of, words) => {
    const sold = await sell([
      { price: await price(portfolio, ...(of as [number, string, number])) },
    ]);
    expect(sold.held).toEqual([]);
    expect((await sold.client.get('/user/payments')).body.payments).toEqual([]);
    expect(await alertsOn(sold.id)).toMatchObject([
      { kind: 'subscription', field: 'access', stripe: expect.stringContaining(words) },
    ]);
    expect(await buy(sold, 'portfolio')).toContain('You already pay for a subscription');
  },
);

it('whom Stripe keeps in another currency is told so, and can buy once that is put right', async () => {
  const { stripe } = server.services;
  const { client, customer, id } = await sell([{ price: await price(portfolio, 4800, 'jpy') }]);
  await stripe.customers.update(customer, { balance: -500 });
  await stripe.subscriptions.cancel(id);
  expect(await buy({ client }, 'portfolio')).toMatch(
    /^Your account with our payment service is in/,
  );
  await stripe.customers.update(customer, { balance: 0 });
  expect(await buy({ client }, 'portfolio')).toBeUndefined();
});

it('an invoice of ours in another currency is an alert and no payment', async () => {
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
  onTestFinished(() => sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' }));
  const { client, customer, id } = await sell([{ price: await price(portfolio, 1900) }]);
  const { stripe } = server.services;
  const [invoice] = (await stripe.invoices.list({ customer, subscription: id })).data;
  // As Stripe bills a price that has amounts in several currencies.
  const list = stripe.invoices.list.bind(stripe.invoices);
  const spy = vi.spyOn(stripe.invoices, 'list').mockImplementation((params, options) => {
    const pages = list(params, options);
    return Object.assign(pages, {
      async *[Symbol.asyncIterator]() {
        for (const one of (await pages).data) yield { ...one, currency: 'jpy', total: 4800 };
      },
    });
  });
  onTestFinished(() => spy.mockRestore());
  await server.services.db.delete(payments);
  expect(await alertsOn(invoice?.id ?? '')).toMatchObject([
    { kind: 'payment', field: 'currency', ours: 'gbp', stripe: '4800 jpy' },
  ]);
  expect((await client.get('/user/payments')).body.payments).toEqual([]);
});

it.each([
  ['as it is', (email: string) => email],
  ['with capitals', (email: string) => email.toUpperCase()],
])(
  'a customer who belongs to nobody is an alert, and nothing is sold on top to the same e-mail %s',
  async (_, spelled) => {
    const { client, user } = await server.client.newUser();
    const { stripe } = server.services;
    const { id: customer } = await stripe.customers.create({ email: spelled(user.email) });
    const { id } = await subscription(customer, [{ price: await price(portfolio, 1900) }]);
    expect(await alertsOn(id)).toMatchObject([
      { kind: 'subscription', field: 'user', stripe: expect.stringContaining(customer) },
    ]);
    expect(await buy({ client }, 'portfolio')).toContain('You already pay for a subscription');
    expect(await buy({ client }, 'cataract')).toBeUndefined();
  },
);
