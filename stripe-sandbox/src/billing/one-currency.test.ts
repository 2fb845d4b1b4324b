import { expect, test } from 'vitest';
import { startTestSandbox } from '../testing/harness.ts';
import { openCheckout, openShop, subscribe } from '../testing/shop.ts';

async function open() {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  const yen = await stripe.prices.create({
    ...{ product: shop.product.id, currency: 'jpy', unit_amount: 4_800 },
    recurring: { interval: 'month' },
  });
  return { stripe, shop, inYen: { ...shop, monthly: yen }, customer: shop.customer.id };
}

test('a customer has one currency while something runs, and another after that', async () => {
  const { stripe, shop, inYen, customer } = await open();
  const { id } = await subscribe(stripe, shop);
  const refused = {
    ...{ type: 'StripeInvalidRequestError', statusCode: 400 },
    message: expect.stringMatching(/^You cannot combine currencies on .* currency gbp\.$/),
  };
  await expect(subscribe(stripe, inYen)).rejects.toMatchObject(refused);
  await expect(openCheckout(stripe, inYen)).rejects.toMatchObject(refused);
  await stripe.subscriptions.cancel(id);
  expect(await subscribe(stripe, inYen)).toMatchObject({ status: 'active', currency: 'jpy' });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: 'jpy' });
});

test('an open checkout and a balance hold a customer to their currency, too', async () => {
  const { stripe, shop, inYen, customer } = await open();
  const session = await openCheckout(stripe, shop);
  await expect(subscribe(stripe, inYen)).rejects.toThrow('currency gbp');
  await stripe.checkout.sessions.expire(session.id);
  const { id } = await subscribe(stripe, inYen);
  await stripe.customers.update(customer, { balance: -500 });
  await stripe.subscriptions.cancel(id);
  await expect(subscribe(stripe, shop)).rejects.toThrow('currency jpy');
  await stripe.customers.update(customer, { balance: 0 });
  expect(await subscribe(stripe, shop)).toMatchObject({ currency: 'gbp' });
});
