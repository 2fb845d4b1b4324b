import { findPlan, type Plan } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holder } from '../../../testing/holder.ts';
import { startServerWithMailbox } from '../../../testing/mailbox.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays, choice } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';
import { movePrices } from './service.ts';

/** Written as the catalogue would be by a new release. */
const plan = findPlan(choice('cataract', 'monthly').pricing_plan_id) as Plan;
const was = plan.amount;

let server: TestServer;

beforeAll(async () => {
  ({ server } = await startServerWithMailbox());
});
afterAll(async () => {
  plan.amount = was;
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

async function reprice(amount: number) {
  plan.amount = amount;
  await server.services.prices.syncCatalogue();
}

async function move() {
  const from = server.services.stripeClock.now().toISOString().slice(0, 10);
  const all = await Array.fromAsync(movePrices(server.services, { plan, from, isDryRun: false }));
  await sendAgain(server, 'price-changing');
  await server.settled();
  return all;
}

async function atStripe({ customer }: One) {
  const { data } = await server.services.stripe.subscriptions.list({ customer });
  if (!data[0]) throw new Error('Nothing is held.');
  return data[0];
}

const paid = async ({ payments }: One): Promise<number[]> =>
  (await payments()).map(({ amount }: { amount: number }) => amount).toReversed();

it('a price that moves leaves a trial as it is, and applies from the first renewal after it', {
  timeout: 60_000,
}, async () => {
  const one = await holder(server, 'cataract', 'monthly');
  // The first plan is on trial for 30 days; another trial is given at Stripe's dashboard.
  const { id } = await atStripe(one);
  const end = Math.floor(server.services.stripeClock.now().getTime() / 1000) + 70 * 86_400;
  await server.services.stripe.subscriptions.update(id, { trial_end: end });
  await server.settled();
  await reprice(1799);
  const [{ from } = { from: null }] = await move();
  await advanceDays(server, 65);
  expect(await atStripe(one)).toMatchObject({ status: 'trialing', trial_end: end, schedule: null });
  expect(await one.held()).toMatchObject({
    ...{ status: 'trial', price: 14.99 },
    new_price: { amount: 17.99, from: from?.toISOString() },
  });
  expect((await reconcile(server.services)).differences).toEqual([]);
  await advanceDays(server, 6);
  expect(await paid(one)).toEqual([14.99]);
  const { schedule, billing_cycle_anchor } = await atStripe(one);
  expect(billing_cycle_anchor).toBe(end);
  const { phases } = await server.services.stripe.subscriptionSchedules.retrieve(String(schedule));
  expect(phases[0]?.end_date).toBe((from?.getTime() ?? 0) / 1000);
  await advanceDays(server, 31);
  expect(await paid(one)).toEqual([14.99, 17.99]);
  await reprice(was);
});

it('a price that moves leaves the discounts of a subscription as they are, whenever they were given', {
  timeout: 60_000,
}, async () => {
  const { stripe } = server.services;
  const one = await holder(server, 'cataract', 'monthly');
  await advanceDays(server, 31);
  const { id } = await atStripe(one);
  await stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'forever' });
  await stripe.coupons.create({
    id: 'pound',
    amount_off: 100,
    currency: 'gbp',
    duration: 'forever',
  });
  await stripe.subscriptions.update(id, { discounts: [{ coupon: 'half' }] });
  await server.settled();
  await reprice(2000);
  await move();
  const { discounts, schedule } = await atStripe(one);
  expect(schedule).not.toBeNull();
  expect(discounts).toHaveLength(1);
  await advanceDays(server, 31);
  expect(await paid(one)).toEqual([14.99, 7.49]);
  // Support takes another pound off while the schedule stands.
  const named = { discount: String(discounts[0]) };
  await stripe.subscriptions.update(id, { discounts: [named, { coupon: 'pound' }] });
  await server.settled();
  await advanceDays(server, 31);
  expect(await paid(one)).toEqual([14.99, 7.49, 9]);
  expect((await atStripe(one)).discounts).toHaveLength(2);
  expect((await reconcile(server.services)).differences).toEqual([]);
  await reprice(was);
});
