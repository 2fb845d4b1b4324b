import { findPlan, type Plan } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import { person } from '../../../../testing/client.ts';
import {
  type Customer,
  call,
  closeWorld,
  meetCustomer,
  openWorld,
  stripeCustomerOf,
  type World,
} from '../../../../testing/model/world.ts';
import { syncCustomer } from '../sync/sync.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));

const chosen = choice('portfolio', 'monthly');

/** Opens the page of a plan, which support then sells at the dashboard. Answers how the page stands at Stripe, and a sync. */
async function openAndSell(customer: Customer) {
  const { body } = await call(world, customer, '/subscriptions/checkout', chosen);
  const { stripe, now } = world;
  const id = (await stripeCustomerOf(world, customer.id)) ?? '';
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  const price = await now.services.prices.idOf(findPlan(chosen.pricing_plan_id) as Plan);
  const items = [{ price }];
  await stripe.subscriptions.create({ customer: id, items, default_payment_method: card.id });
  return {
    status: async () => (await stripe.checkout.sessions.retrieve(body.session_id ?? '')).status,
    sync: () => syncCustomer(world.now.services, id),
  };
}

it.each([
  ['at the next sync', (_: Customer, sync: () => Promise<unknown>) => sync()],
  [
    'when its user leaves',
    (customer: Customer) =>
      call(world, customer, '/user', { password: person().password }, 'DELETE'),
  ],
])(
  'a page for what is held by now, which could not be closed at once, is closed %s',
  async (_, later) => {
    const customer = await meetCustomer(world);
    const { status, sync } = await openAndSell(customer);
    const { sessions } = world.now.services.stripe.checkout;
    vi.spyOn(sessions, 'expire').mockRejectedValueOnce(new Error('Stripe is away'));
    await expect(sync()).rejects.toThrow('Stripe is away');
    expect(await status()).toBe('open');
    await later(customer, sync);
    expect(await status()).toBe('expired');
  },
);
