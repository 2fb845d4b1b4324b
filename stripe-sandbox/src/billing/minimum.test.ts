import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openCheckout, openShop, subscribe } from '../testing/shop.ts';

async function open() {
  const sandbox = await startTestSandbox();
  const shop = await openShop(sandbox.stripe);
  const priceOf = (unit_amount: number) =>
    sandbox.stripe.prices.create({
      ...{ product: shop.product.id, currency: 'gbp', unit_amount },
      recurring: { interval: 'month' },
    });
  return { ...sandbox, shop, priceOf };
}

test('less than 30p is not charged: the invoice is paid and the next one asks for it', async () => {
  const { stripe, url, shop, priceOf } = await open();
  const { id: customer } = shop.customer;
  const cheap = await priceOf(29);
  const { id, latest_invoice } = await subscribe(stripe, { ...shop, monthly: cheap });
  expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
    ...{ status: 'paid', total: 29, amount_due: 0, amount_paid: 0, attempt_count: 0 },
    ...{ starting_balance: 0, ending_balance: 29 },
  });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 29 });
  const preview = await stripe.invoices.createPreview({ subscription: id });
  expect(preview).toMatchObject({ total: 29, amount_due: 58, ending_balance: 0 });
  await advance({ url }, { advance_days: 32 });
  const { data } = await stripe.charges.list({ customer });
  expect(data.map(({ amount }) => amount)).toEqual([58]);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
});

test('what credit leaves of an invoice is not charged below 30p either', async () => {
  const { stripe, shop } = await open();
  await stripe.customers.update(shop.customer.id, { balance: -2_470 });
  const { latest_invoice } = await subscribe(stripe, shop);
  expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
    ...{ status: 'paid', amount_due: 0, starting_balance: -2_470, ending_balance: 29 },
  });
});

test('a checkout for less than 30p is refused, one for nothing is not', async () => {
  const { stripe, shop, priceOf } = await open();
  const opened = async (amount: number) =>
    openCheckout(stripe, { ...shop, monthly: await priceOf(amount) });
  await expect(opened(29)).rejects.toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  expect((await opened(30)).amount_total).toBe(30);
  expect((await opened(0)).amount_total).toBe(0);
});
