import { expect, test } from 'vitest';
import { startTestSandbox } from '../testing/harness.ts';
import { openCheckout, openShop, subscribe } from '../testing/shop.ts';

test('calls are refused by a switch as Stripe refuses too many, and do nothing', async () => {
  const { stripe, url } = await startTestSandbox();
  const limit = (body: object) =>
    fetch(`${url}/sandbox/rate_limit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await limit({ refuse_next: 1 });
  const options = { idempotencyKey: 'one' };
  const create = () => stripe.customers.create({ email: 'a@example.test' }, options);
  await expect(create()).rejects.toMatchObject({
    type: 'StripeRateLimitError',
    statusCode: 429,
    code: 'rate_limit',
  });
  expect((await create()).lastResponse.headers['idempotent-replayed']).toBeUndefined();
  await limit({ per_second: 2 });
  const answers = await Promise.allSettled([1, 2, 3].map(() => stripe.customers.list()));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  await limit({});
  expect((await stripe.customers.list()).data).toHaveLength(1);
  expect((await limit({ per_second: 0 })).status).toBe(400);
});

test('metadata and ends of trials are refused where Stripe refuses them', async () => {
  const { stripe } = await startTestSandbox();
  const keys = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'v']));
  const { id } = await stripe.customers.create({ metadata: keys(50) });
  const refused = (param: string) => ({ type: 'StripeInvalidRequestError', param });
  const update = (metadata: Record<string, string>) => stripe.customers.update(id, { metadata });
  await expect(stripe.customers.create({ metadata: keys(51) })).rejects.toMatchObject(
    refused('metadata'),
  );
  await expect(update(keys(1, 50))).rejects.toMatchObject(refused('metadata'));
  await update({ ...keys(1, 50), k0: '' });
  await expect(update({ k1: 'v'.repeat(501) })).rejects.toMatchObject(refused('metadata[k1]'));
  await expect(update({ ['k'.repeat(41)]: 'v' })).rejects.toMatchObject({ statusCode: 400 });
  const price = await stripe.prices.create({
    product_data: { name: 'Portfolio' },
    ...{ currency: 'gbp', unit_amount: 100, recurring: { interval: 'month' as const } },
  });
  const sale = { customer: id, items: [{ price: price.id }], trial_end: 1_000_000_000 };
  await expect(stripe.subscriptions.create(sale)).rejects.toMatchObject(refused('trial_end'));
});

test('e-mails and addresses that lead nowhere are refused', async () => {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  for (const email of ['ada', 'ada@', 'ada@example', 'a da@example.test', 'ada@@example.test']) {
    const refused = { type: 'StripeInvalidRequestError', code: 'email_invalid', param: 'email' };
    await expect(stripe.customers.create({ email })).rejects.toMatchObject(refused);
    await expect(stripe.customers.update(shop.customer.id, { email })).rejects.toMatchObject(
      refused,
    );
  }
  expect(await stripe.customers.update(shop.customer.id, { email: '' })).toMatchObject({
    email: null,
  });
  const refused = (param: string) => ({ statusCode: 400, code: 'url_invalid', param });
  for (const address of ['shop.test/done', '/done', 'javascript:alert(1)', 'https://']) {
    await expect(openCheckout(stripe, shop, { success_url: address })).rejects.toMatchObject(
      refused('success_url'),
    );
    const back = { customer: shop.customer.id, return_url: address };
    await expect(stripe.billingPortal.sessions.create(back)).rejects.toMatchObject(
      refused('return_url'),
    );
  }
  await expect(
    openCheckout(stripe, shop, { customer: undefined, customer_email: 'ada' } as object),
  ).rejects.toMatchObject({ code: 'email_invalid', param: 'customer_email' });
});

test('what an unknown customer has is not listed; a deleted one is known', async () => {
  const { stripe } = await startTestSandbox();
  const lists = [
    ...[stripe.subscriptions, stripe.invoices, stripe.charges, stripe.paymentIntents],
    ...[stripe.setupIntents, stripe.paymentMethods, stripe.invoiceItems, stripe.checkout.sessions],
    ...[stripe.creditNotes, stripe.subscriptionSchedules],
  ].map((resource) => (customer: string) => resource.list({ customer }) as Promise<unknown>);
  lists.push((customer) => stripe.taxIds.list({ owner: { type: 'customer', customer } }));
  const { id } = await stripe.customers.create({});
  await stripe.customers.del(id);
  for (const list of lists) {
    await expect(list('cus_none')).rejects.toMatchObject({
      ...{ statusCode: 400, code: 'resource_missing', param: 'customer' },
    });
    expect(await list(id)).toMatchObject({ data: [] });
  }
});

test('the refunds of a charge come only where they are asked for', async () => {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  await subscribe(stripe, shop);
  const charge = (await stripe.charges.list()).data[0]?.id ?? '';
  const { id } = await stripe.refunds.create({ charge, amount: 100 });
  const plain = await stripe.charges.retrieve(charge);
  expect(plain.refunds).toBeUndefined();
  expect(plain.amount_refunded).toBe(100);
  const whole = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
  expect(whole.refunds?.data.map((refund) => refund.id)).toEqual([id]);
});
