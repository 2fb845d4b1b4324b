import type { ProductKey } from 'contract/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../../../testing/subscriber.ts';

const day = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Cycle = 'monthly' | 'yearly';
const preview = (client: Client, key: ProductKey, cycle: Cycle) =>
  client.post('/subscriptions/checkout/preview', choice(key, cycle));

/** Confirms a change on the hosted page, and answers what was charged for it. */
async function confirm(client: Client, key: ProductKey, cycle: Cycle): Promise<number> {
  const { body } = await client.post('/subscriptions/checkout', choice(key, cycle));
  await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
  await client.post('/user/subscriptions/refresh');
  return (await client.get('/user/payments')).body.payments[0].amount;
}

async function paying(key: ProductKey, cycle: Cycle): Promise<Client> {
  const { client } = await server.client.newUser();
  await subscribe(client, key, cycle);
  await advanceDays(server, 31);
  return client;
}

describe('what a change would cost', () => {
  it('is what is charged for it: from monthly to yearly', async () => {
    const client = await paying('cataract', 'monthly');
    const { data } = (await preview(client, 'cataract', 'yearly')).body;
    expect(data.credit).toBeGreaterThan(0);
    expect(data.credit).toBeLessThan(14.99);
    expect(data.due_today + data.credit).toBeCloseTo(150, 2);
    expect(data.next_charge.amount).toBe(150);
    const charged = await confirm(client, 'cataract', 'yearly');
    expect(data.due_today).toBeCloseTo(charged, 1);
    const [mine] = (await client.get('/user/subscriptions')).body.subscriptions;
    const off = Date.parse(mine.current_period_end) - Date.parse(data.next_charge.date);
    expect(Math.abs(off)).toBeLessThan(60_000);
  });

  it('is what is charged for it: from one product to both, with the other one credited later', async () => {
    const client = await paying('portfolio', 'yearly');
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 8);
    const { data } = (await preview(client, 'combined', 'yearly')).body;
    expect(data.next_charge.amount).toBe(350);
    // What lowers the payment most is changed, whichever was bought last.
    expect(data.also_ends).toEqual(['Cataract Connect']);
    expect(data.due_today).toBeLessThan(150);
    // A day of the month that was paid is gone.
    expect(data.later_credit).toBeGreaterThan(13);
    expect(data.later_credit).toBeLessThan(14.99);
    const charged = await confirm(client, 'combined', 'yearly');
    expect(data.due_today).toBeCloseTo(charged, 1);
    const { credit, subscriptions } = (await client.get('/user/subscriptions')).body;
    expect(credit).toBeCloseTo(data.later_credit, 1);
    expect(subscriptions[0].next_charge.amount).toBeCloseTo(data.next_charge.charged, 1);
    expect(data.next_charge.charged).toBeCloseTo(350 - data.later_credit, 1);
  });

  it('is nothing on trial, and the new price when that ends', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    const [mine] = (await client.get('/user/subscriptions')).body.subscriptions;
    expect((await preview(client, 'combined', 'yearly')).body.data).toEqual({
      due_today: 0,
      credit: 0,
      next_charge: { date: mine.trial_end_date, amount: 350, charged: 350 },
      also_ends: [],
      later_credit: 0,
    });
    expect(Date.parse(mine.trial_end_date)).toBeGreaterThan(Date.now() + 29 * day);
  });
});

it('changes and charges nothing before it is confirmed on the hosted page', async () => {
  const client = await paying('cataract', 'monthly');
  const mine = async () => [
    (await client.get('/user/subscriptions')).body.subscriptions,
    (await client.get('/user/payments')).body.payments,
  ];
  const before = await mine();
  const { body } = await client.post('/subscriptions/checkout', choice('cataract', 'yearly'));
  expect(await (await fetch(body.checkout_url)).text()).toContain('£150.00');
  await client.post('/user/subscriptions/refresh');
  expect(await mine()).toEqual(before);
  expect(await confirm(client, 'cataract', 'yearly')).toBeGreaterThan(100);
});

it('is not worked out where nothing is changed, and changes nothing', async () => {
  const { client } = await server.client.newUser();
  expect((await preview(client, 'portfolio', 'monthly')).status).toBe(409);
  await subscribe(client, 'portfolio', 'monthly');
  expect((await preview(client, 'portfolio', 'monthly')).body.error).toBe(
    'You are already subscribed to this plan.',
  );
  const before = (await client.get('/user/subscriptions')).body;
  await preview(client, 'combined', 'yearly');
  expect((await client.get('/user/subscriptions')).body).toEqual(before);
});

it('has to wait for the hour in which the payment before it is still to be taken', async () => {
  const { client } = await server.client.newUser();
  await subscribe(client, 'cataract', 'yearly');
  await advanceDays(server, 7);
  const asked = await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
  expect([asked.status, asked.body.error]).toEqual([
    409,
    'Your payment for Cataract Connect is being taken at this moment. Please try again in an hour.',
  ]);
  await advanceDays(server, 1);
  expect((await preview(client, 'cataract', 'monthly')).status).toBe(200);
});

describe('product B29: a plan whose payment was given back', () => {
  const giveBack = async (userId: string, amount?: number) => {
    const { stripe } = server.services;
    const customer = await customerOf(server, userId);
    const [charge] = (await stripe.charges.list({ customer })).data;
    await stripe.refunds.create({ charge: charge?.id ?? '', ...(amount && { amount }) });
  };

  it.each([
    ['in whole', undefined, 409],
    ['for the most part', 14_500, 409],
    ['by a pound, which its unused time is still worth', 100, 200],
  ])('%s is changed only where that is paid for', async (_how, amount, status) => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'yearly');
    await advanceDays(server, 8);
    await giveBack(user.id, amount);
    const asked = await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
    expect(asked.status).toBe(status);
    expect((await preview(client, 'cataract', 'monthly')).status).toBe(status);
    if (status === 409) expect(asked.body.error).toContain('was given back or is disputed');
  });
});
