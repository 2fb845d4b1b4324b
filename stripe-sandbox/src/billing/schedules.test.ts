import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openShop, subscribe } from '../testing/shop.ts';

/** A monthly subscription that its schedule makes yearly with the next period. */
async function scheduled() {
  const { url, stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  const { id } = await subscribe(stripe, shop);
  const created = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = created.phases;
  const { start_date, end_date } = phase ?? { start_date: 0, end_date: 0 };
  const schedule = await stripe.subscriptionSchedules.update(created.id, {
    ...{ end_behavior: 'release', metadata: { source: 'us' } },
    phases: [
      { items: [{ price: shop.monthly.id, quantity: 1 }], start_date, end_date },
      { items: [{ price: shop.yearly.id }], start_date: end_date, proration_behavior: 'none' },
    ],
  });
  const now = () => stripe.subscriptions.retrieve(id);
  return { url, stripe, shop, id, schedule, now };
}

test('a plan changes with the period that its schedule names, and is released after the last', async () => {
  const { url, stripe, shop, schedule, now } = await scheduled();
  expect(await now()).toMatchObject({ schedule: schedule.id });
  expect((await stripe.subscriptionSchedules.list({ customer: shop.customer.id })).data).toEqual([
    schedule,
  ]);
  await advance({ url }, { advance_days: 32 });
  expect((await now()).items.data[0]?.price.id).toBe(shop.yearly.id);
  const { data } = await stripe.invoices.list({ customer: shop.customer.id });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([25_000, 2_499]);
  const [, second] = schedule.phases;
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    ...{ status: 'active', metadata: { source: 'us' } },
    current_phase: { start_date: second?.start_date, end_date: second?.end_date },
  });
  await advance({ url }, { advance_days: 366 });
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    ...{ status: 'released', subscription: null, released_subscription: (await now()).id },
  });
  expect(await now()).toMatchObject({ status: 'active', schedule: null });
});

test('a schedule that is released changes nothing, and cannot be changed', async () => {
  const { url, stripe, shop, id, schedule, now } = await scheduled();
  await expect(
    stripe.subscriptionSchedules.create({ from_subscription: id }),
  ).rejects.toMatchObject({ statusCode: 400 });
  await stripe.subscriptionSchedules.release(schedule.id);
  expect(await now()).toMatchObject({ schedule: null });
  await advance({ url }, { advance_days: 32 });
  expect((await now()).items.data[0]?.price.id).toBe(shop.monthly.id);
  await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({
    ...{ statusCode: 400 },
  });
});

test('what follows a schedule is not set to end beside it, and ends with it', async () => {
  const { stripe, id, schedule, now } = await scheduled();
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(
    'managed by the subscription schedule',
  );
  await stripe.subscriptions.cancel(id);
  expect((await now()).status).toBe('canceled');
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: 'canceled',
  });
});
