import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox, stateOf } from '../testing/harness.ts';
import { openShop, subscribe } from '../testing/shop.ts';

const seconds = (date: string) => Date.parse(date) / 1000;
const start = seconds('2025-01-31T10:00:00Z');

async function open() {
  const sandbox = await startTestSandbox();
  const shop = await openShop(sandbox.stripe);
  const clock = await sandbox.stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await sandbox.stripe.customers.create({ test_clock: clock.id });
  return { ...sandbox, shop: { ...shop, customer }, clock };
}

async function pass(stripe: Stripe, clock: string, date: string): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: seconds(date) });
  await expect
    .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status)
    .toBe('ready');
}

const release = ({ url }: { url: string }, clock: string) =>
  fetch(`${url}/sandbox/test_clocks/${clock}/release`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

test('a clock on its way says where to, stands where it was until it is there, and takes no other order', async () => {
  const { stripe, clock, ...sandbox } = await open();
  const { testClocks } = stripe.testHelpers;
  const target = seconds('2025-02-20T10:00:00Z');
  const going = await testClocks.advance(clock.id, { frozen_time: target });
  expect(going).toMatchObject({
    status: 'advancing',
    frozen_time: start,
    status_details: { advancing: { target_frozen_time: target } },
  });
  await expect
    .poll(() => testClocks.retrieve(clock.id))
    .toMatchObject({ status: 'ready', frozen_time: target, status_details: {} });
  const types = (await stateOf(sandbox)).events?.map(({ type }) => type);
  expect(types?.slice(0, 2)).toEqual([
    'test_helpers.test_clock.ready',
    'test_helpers.test_clock.advancing',
  ]);
});

test('a clock goes two intervals of its shortest subscription at most, and two years without one', async () => {
  const { stripe, shop, clock } = await open();
  const { testClocks } = stripe.testHelpers;
  const go = (date: string) => testClocks.advance(clock.id, { frozen_time: seconds(date) });
  await expect(go('2027-01-31T10:00:01Z')).rejects.toThrow('two years');
  await subscribe(stripe, shop);
  await subscribe(stripe, shop, { items: [{ price: shop.yearly.id }] });
  await expect(go('2025-03-31T10:00:01Z')).rejects.toThrow(Stripe.errors.StripeInvalidRequestError);
  expect(await go('2025-03-31T10:00:00Z')).toMatchObject({ status: 'advancing' });
});

test('three customers live by a clock, and none more', async () => {
  const { stripe, clock } = await open();
  for (let count = 1; count < 3; count += 1) {
    await stripe.customers.create({ test_clock: clock.id });
  }
  await expect(stripe.customers.create({ test_clock: clock.id })).rejects.toMatchObject({
    param: 'test_clock',
  });
});

test('lists leave out who lives by a clock, unless the clock or the customer is named', async () => {
  const { stripe, shop, clock } = await open();
  const { id } = await subscribe(stripe, shop);
  const ids = async (list: Promise<{ data: { id: string }[] }>) =>
    (await list).data.map((one) => one.id);
  expect(await ids(stripe.customers.list())).not.toContain(shop.customer.id);
  expect(await ids(stripe.customers.list({ test_clock: clock.id }))).toEqual([shop.customer.id]);
  expect(await ids(stripe.subscriptions.list())).toEqual([]);
  expect(await ids(stripe.subscriptions.list({ test_clock: clock.id }))).toEqual([id]);
  expect(await ids(stripe.subscriptions.list({ customer: shop.customer.id }))).toEqual([id]);
});

test('what is released from its clock goes on in shared time, with all that time has brought since', async () => {
  const { stripe, shop, clock, ...sandbox } = await open();
  const { id } = await subscribe(stripe, shop);
  await pass(stripe, clock.id, '2025-02-20T10:00:00Z');
  expect((await release(sandbox, clock.id)).status).toBe(200);
  const customer = await stripe.customers.retrieve(shop.customer.id);
  expect(customer).toMatchObject({ test_clock: null });
  const isPaidUp = async () => {
    const { items } = await stripe.subscriptions.retrieve(id);
    return (items.data[0]?.current_period_end ?? 0) > Date.now() / 1000;
  };
  await expect.poll(isPaidUp).toBe(true);
  const paid = (await stripe.invoices.list({ subscription: id, limit: 100 })).data;
  expect(paid.every(({ test_clock, status }) => test_clock === null && status === 'paid')).toBe(
    true,
  );
  await advance(sandbox, { advance_days: 31 });
  const later = (await stripe.invoices.list({ subscription: id, limit: 100 })).data;
  expect(later.length).toBe(paid.length + 1);
  await expect(stripe.testHelpers.testClocks.retrieve(clock.id)).rejects.toThrow(
    'No such test clock',
  );
});

test('a clock ahead of shared time is not released: nobody lives backwards', async () => {
  const { stripe, ...sandbox } = await startTestSandbox();
  const ahead = Math.floor(Date.now() / 1000) + 1_000;
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: ahead });
  expect((await release(sandbox, id)).status).toBe(400);
  expect(await stripe.testHelpers.testClocks.retrieve(id)).toMatchObject({ id });
});
