import type Stripe from 'stripe';
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

/** A subscription to the monthly price, and a way to have its schedule say something of this period. */
async function following(given: Partial<Stripe.SubscriptionCreateParams>) {
  const { url, stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  await stripe.coupons.create({ ...{ id: 'third', percent_off: 33 }, duration: 'forever' });
  const { id } = await subscribe(stripe, shop, given);
  const created = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = created.phases;
  if (!phase) throw new Error('A schedule has a phase.');
  const { start_date, end_date } = phase;
  const items = [{ price: shop.monthly.id, quantity: 1 }];
  const say = (phaseSays: Partial<Stripe.SubscriptionScheduleUpdateParams.Phase>) =>
    stripe.subscriptionSchedules.update(created.id, {
      phases: [
        { items, start_date, end_date, ...phaseSays },
        { items, ...(phaseSays.discounts && { discounts: phaseSays.discounts }) },
      ],
    });
  const paid = async () =>
    (await stripe.invoices.list({ customer: shop.customer.id })).data.map(
      ({ amount_paid }) => amount_paid,
    );
  return { url, stripe, phase, say, paid, now: () => stripe.subscriptions.retrieve(id) };
}

test('a phase that names no trial ends it, and one that names it does not', async () => {
  const { phase, say, paid, now } = await following({ trial_period_days: 10 });
  const trial_end = (await now()).trial_end ?? 0;
  expect(phase.trial_end).toBe(trial_end);
  await say({ trial_end });
  expect(await now()).toMatchObject({ status: 'trialing', trial_end });
  await say({ trial: true });
  expect(await now()).toMatchObject({ status: 'trialing', trial_end });
  await expect(say({ trial_end: trial_end + 1 })).rejects.toThrow('must end within it');
  await say({});
  expect((await now()).status).toBe('active');
  expect(await paid()).toEqual([2_499, 0]);
});

test('a phase that names no discount takes them off, and one that names them keeps them', async () => {
  const kept = await following({ discounts: [{ coupon: 'third' }] });
  const [discount = ''] = (await kept.now()).discounts.map(String);
  expect(kept.phase.discounts).toEqual([{ coupon: null, discount, promotion_code: null }]);
  await kept.say({ discounts: [{ discount }] });
  expect((await kept.now()).discounts).toEqual([discount]);
  await advance(kept, { advance_days: 33 });
  expect(await kept.paid()).toEqual([1_674, 1_674]);
  const lost = await following({ discounts: [{ coupon: 'third' }] });
  await lost.say({});
  expect((await lost.now()).discounts).toEqual([]);
  await advance(lost, { advance_days: 33 });
  expect(await lost.paid()).toEqual([2_499, 1_674]);
});
