import { expect, test } from 'vitest';
import { startTestSandbox } from '../testing/harness.ts';

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
