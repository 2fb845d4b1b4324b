import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { SECRET, startReceiver } from '../testing/receiver.ts';
import { openShop, subscribe } from '../testing/shop.ts';

async function open(receiver: { url: string }, dataFile = ':memory:') {
  return startTestSandbox({ webhookUrl: receiver.url, webhookSecret: SECRET, dataFile });
}

async function setMode({ url }: { url: string }, mode: string) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ mode });
  return fetch(`${url}/sandbox/webhooks`, { method: 'POST', headers, body });
}

test('events arrive signed, in order, with the resource as it was', async () => {
  const receiver = await startReceiver();
  const { stripe } = await open(receiver);
  const shop = await openShop(stripe);
  await subscribe(stripe, shop);
  await expect.poll(receiver.types).toContain('customer.subscription.updated');
  const { data } = await stripe.events.list({ limit: 100 });
  expect(receiver.types()).toEqual(data.map(({ type }) => type).reverse());
  const created = receiver.events.find(({ type }) => type === 'customer.subscription.created');
  expect(created?.data.object).toMatchObject({ status: 'incomplete' });
  const updated = receiver.events.find(({ type }) => type === 'customer.subscription.updated');
  expect(updated?.data).toMatchObject({
    object: { status: 'active' },
    previous_attributes: { status: 'incomplete' },
  });
});

test('a signature is fresh although the clock was moved by a year', async () => {
  const receiver = await startReceiver();
  const sandbox = await open(receiver);
  await advance(sandbox, { advance_days: 366 });
  await sandbox.stripe.customers.create();
  await expect.poll(receiver.types).toEqual(['test_helpers.test_clock.ready', 'customer.created']);
  expect(receiver.events[1]?.created).toBeGreaterThan(Date.now() / 1000 + 365 * 86_400);
});

test('an event that is answered with an error is sent again until it is taken', async () => {
  const receiver = await startReceiver((count) => (count < 3 ? 500 : 200));
  const { stripe } = await open(receiver);
  await stripe.customers.create();
  await expect.poll(receiver.types).toHaveLength(3);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
  await expect
    .poll(async () => (await stripe.events.list()).data.map((event) => event.pending_webhooks))
    .toEqual([0]);
});

test('moving the clock answers only when the webhooks that came of it are taken', async () => {
  const receiver = await startReceiver();
  const sandbox = await open(receiver);
  const shop = await openShop(sandbox.stripe);
  await subscribe(sandbox.stripe, shop, { trial_period_days: 30 });
  await advance(sandbox, { advance_days: 31 });
  expect(receiver.types()).toContain('customer.subscription.trial_will_end');
  expect(receiver.types()).toContain('invoice.paid');
  const pending = (await sandbox.stripe.events.list({ delivery_success: false })).data;
  expect(pending).toHaveLength(0);
});

test('moving the clock does not hang on a receiver that is down', async () => {
  const sandbox = await open({ url: 'http://127.0.0.1:9/hooks' });
  const shop = await openShop(sandbox.stripe);
  await subscribe(sandbox.stripe, shop);
  expect(await advance(sandbox, { advance_days: 40 })).toBeGreaterThan(Date.now() / 1000);
});

test('duplicate mode sends each event twice', async () => {
  const receiver = await startReceiver();
  const sandbox = await open(receiver);
  await setMode(sandbox, 'duplicate');
  await sandbox.stripe.customers.create();
  await expect.poll(receiver.types).toHaveLength(2);
  expect(receiver.events[0]?.id).toBe(receiver.events[1]?.id);
});

test('drop mode sends nothing, and normal mode sends what comes after', async () => {
  const receiver = await startReceiver();
  const sandbox = await open(receiver);
  await setMode(sandbox, 'drop');
  await sandbox.stripe.customers.create();
  await setMode(sandbox, 'normal');
  await sandbox.stripe.products.create({ name: 'Later' });
  await expect.poll(receiver.types).toEqual(['product.created']);
});

test('reorder mode delivers everything, and not in order', async () => {
  const receiver = await startReceiver();
  const sandbox = await open(receiver);
  await setMode(sandbox, 'reorder');
  for (let count = 0; count < 12; count += 1) await sandbox.stripe.customers.create();
  await expect.poll(() => receiver.events.length).toBe(12);
  const { data } = await sandbox.stripe.events.list({ limit: 100 });
  const inOrder = data.map(({ id }) => id).reverse();
  const arrived = receiver.events.map(({ id }) => id);
  expect(arrived.toSorted()).toEqual(inOrder.toSorted());
  expect(arrived).not.toEqual(inOrder);
});

test('delay mode sends an event five seconds late, and later ones meanwhile', async () => {
  const receiver = await startReceiver();
  const sandbox = await open(receiver);
  await setMode(sandbox, 'delay');
  const began = performance.now();
  await sandbox.stripe.customers.create();
  await setMode(sandbox, 'normal');
  await sandbox.stripe.products.create({ name: 'Later' });
  await expect.poll(receiver.types).toEqual(['product.created']);
  await expect
    .poll(receiver.types, { timeout: 12_000 })
    .toEqual(['product.created', 'customer.created']);
  expect(performance.now() - began).toBeGreaterThanOrEqual(4_900);
}, 15_000);

test('an unknown mode is refused', async () => {
  const sandbox = await startTestSandbox();
  expect((await setMode(sandbox, 'upside-down')).status).toBe(400);
});

test('endpoints registered over the API get the types they asked for', async () => {
  const receiver = await startReceiver();
  const { stripe } = await startTestSandbox();
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['product.created'],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  await stripe.customers.create();
  expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
});
