import { findPlan } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const portfolio = '0198c000-0000-7000-8000-000000000001';
const monthly = '0198c000-0000-7000-8000-000000000011';

/** Opens the page of a plan, which support then sells at the dashboard. Answers how the page stands at Stripe, and a sync. */
async function openAndSell(customer: Customer) {
  const choice = { product_id: portfolio, pricing_plan_id: monthly };
  const { body } = await call(world, customer, '/subscriptions/checkout', choice);
  const { stripe, now } = world;
  const id = (await stripeCustomerOf(world, customer.id)) ?? '';
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  const plan = findPlan(monthly);
  if (!plan) throw new Error('no such plan');
  const items = [{ price: await now.services.prices.idOf(plan) }];
  await stripe.subscriptions.create({ customer: id, items, default_payment_method: card.id });
  return {
    status: async () => (await stripe.checkout.sessions.retrieve(body.session_id ?? '')).status,
    sync: () => syncCustomer(world.now.services, id),
  };
}

/** The next page that is to be closed is not: Stripe is away for this one call. */
function failToClose(): void {
  const { sessions } = world.now.services.stripe.checkout;
  const { expire } = sessions;
  sessions.expire = (async () => {
    sessions.expire = expire;
    throw new Error('Stripe is away');
  }) as unknown as typeof expire;
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
    failToClose();
    await expect(sync()).rejects.toThrow('Stripe is away');
    expect(await status()).toBe('open');
    await later(customer, sync);
    expect(await status()).toBe('expired');
  },
);
