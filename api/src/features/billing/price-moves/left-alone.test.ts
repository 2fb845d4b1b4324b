import { afterAll, beforeAll, expect, it } from 'vitest';
import { holder } from '../../../testing/holder.ts';
import { startServerWithMailbox } from '../../../testing/mailbox.ts';
import { move, paid, putPriceBack, reprice, was } from '../../../testing/price-moves.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';
import { pendingMove } from './pending.ts';
import { findMoves } from './repository.ts';

let server: TestServer;

beforeAll(async () => {
  ({ server } = await startServerWithMailbox());
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

async function atStripe({ customer }: One) {
  const { data } = await server.services.stripe.subscriptions.list({ customer });
  if (!data[0]) throw new Error('Nothing is held.');
  return data[0];
}

it('a price that moves leaves a trial as it is, and applies from the first renewal after it', {
  timeout: 60_000,
}, async () => {
  const one = await holder(server, 'cataract', 'monthly');
  // The first plan is on trial for 30 days; another trial is given at Stripe's dashboard.
  const { id } = await atStripe(one);
  const end = Math.floor(server.services.stripeClock.now().getTime() / 1000) + 70 * 86_400;
  await server.services.stripe.subscriptions.update(id, { trial_end: end });
  await server.settled();
  await reprice(server, 1799);
  const [{ from } = { from: null }] = await move(server);
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
  await reprice(server, was);
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
  await reprice(server, 2000);
  await move(server);
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
  await reprice(server, was);
});

it('a price that moves applies from the renewal that is due, also while Stripe has not renewed yet', async () => {
  const one = await holder(server, 'cataract', 'monthly');
  await reprice(server, 1799);
  await move(server);
  const subscription = await atStripe(one);
  const [told] = await findMoves(server.services.db, [subscription.id]);
  const [item] = subscription.items.data;
  if (!told || !item) throw new Error('Nobody was told.');
  const end = Date.UTC(2026, 0, 15);
  const late = {
    ...subscription,
    billing_cycle_anchor: Date.UTC(2025, 11, 15) / 1000,
    items: { ...subscription.items, data: [{ ...item, current_period_end: end / 1000 }] },
  };
  const sold = { planId: told.planId, amount: told.oldAmount };
  const moves = [{ ...told, notBefore: new Date(end - 86_400_000) }];
  expect(pendingMove(late, sold, moves)?.from).toEqual(new Date(end));
  await reprice(server, was);
});
