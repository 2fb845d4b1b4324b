import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf, startTestSandbox } from '../testing/harness.ts';
import { openCheckout, openShop, subscribe } from '../testing/shop.ts';

test('a request repeated under its idempotency key gets the first answer again', async () => {
  const { stripe } = await startTestSandbox();
  const options = { idempotencyKey: 'one' };
  const first = await stripe.customers.create({ email: 'a@example.test' }, options);
  const again = await stripe.customers.create({ email: 'a@example.test' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('an idempotency key used for another request is refused', async () => {
  const { stripe } = await startTestSandbox();
  await stripe.customers.create({ email: 'a@example.test' }, { idempotencyKey: 'one' });
  const other = stripe.customers.create({ email: 'b@example.test' }, { idempotencyKey: 'one' });
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
});

test('many requests at once under one key make one resource', async () => {
  const { stripe, port } = await startTestSandbox();
  const impatient = clientOf(port, { maxNetworkRetries: 0 });
  const tries = Array.from({ length: 12 }, () =>
    impatient.customers.create({ email: 'a@example.test' }, { idempotencyKey: 'one' }),
  );
  const results = await Promise.allSettled(tries);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeLessThan(12);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  }
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('errors carry the type, code, parameter and request id of Stripe', async () => {
  const { stripe, url } = await startTestSandbox();
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_none'",
    requestId: expect.stringMatching(/^req_/),
  });
  const unknown = { email: 'a@example.test', colour: 'red' } as object;
  await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
  });
  await expect(stripe.products.create({ name: '' })).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'name',
  });
  const answer = await fetch(`${url}/v1/customers`, {
    headers: { authorization: 'Bearer sk_live_1' },
  });
  expect(answer.status).toBe(401);
});

test('an id is unknown however long it is', async () => {
  const { stripe } = await startTestSandbox();
  for (const length of [99, 101, 200, 4_000]) {
    const session = stripe.checkout.sessions.retrieve(`cs_${'x'.repeat(length)}`);
    await expect(session).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  }
});

test.each([
  ['Host', { host: 'evil.test' }],
  ['Origin', { origin: 'https://evil.test' }],
  ['Origin', { origin: 'null' }],
])('the API is not for pages of other sites: a foreign %s is refused', async (_name, headers) => {
  const { url } = await startTestSandbox();
  const call = request(`${url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_1', ...headers },
  }).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  expect(await json(answer)).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test('an address nobody serves is a 404 and is named in the log', async () => {
  const lines: string[] = [];
  const { stripe } = await startTestSandbox({ log: (line) => lines.push(line) });
  await expect(stripe.quotes.list()).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unrecognized request URL (GET: /v1/quotes)'),
  });
  expect(lines).toContain('not served: GET /v1/quotes');
});

test('Basic authentication with a test key is accepted', async () => {
  const { url } = await startTestSandbox();
  const authorization = `Basic ${Buffer.from('sk_test_abc:').toString('base64')}`;
  const answer = await fetch(`${url}/v1/customers`, { headers: { authorization } });
  expect(answer.status).toBe(200);
});

test('nested references are expanded and others are refused', async () => {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  await subscribe(stripe, shop);
  const { data } = await stripe.subscriptions.list({
    expand: ['data.customer', 'data.latest_invoice'],
  });
  expect(data).toMatchObject([
    { customer: { email: 'ada@example.test' }, latest_invoice: { status: 'paid' } },
  ]);
  const invoices = await stripe.invoices.list({
    expand: ['data.payments.data.payment.payment_intent'],
  });
  expect(invoices.data[0]?.payments?.data).toMatchObject([
    { is_default: true, payment: { payment_intent: { status: 'succeeded', amount: 2_499 } } },
  ]);
  const price = await stripe.prices.retrieve(shop.monthly.id, { expand: ['product'] });
  expect(price.product).toMatchObject({ name: 'Portfolio' });
  await expect(
    stripe.prices.retrieve(shop.monthly.id, { expand: ['colour'] }),
  ).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('cannot be expanded (colour)'),
  });
});

test('pages put together give every resource once, newest first, whatever their size', async () => {
  const { stripe } = await startTestSandbox();
  const made: string[] = [];
  for (let count = 0; count < 17; count += 1) made.unshift((await stripe.customers.create()).id);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (limit) => {
      const forward: string[] = [];
      for await (const { id } of stripe.customers.list({ limit })) forward.push(id);
      expect(forward).toEqual(made);
      const backward: string[] = [];
      const end = made.at(-1) ?? '';
      for await (const { id } of stripe.customers.list({ limit, ending_before: end }))
        backward.push(id);
      expect(backward.toSorted()).toEqual(made.slice(0, -1).toSorted());
    }),
    { numRuns: 12 },
  );
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
});

test('a lookup key moves to the new price only when asked to', async () => {
  const { stripe } = await startTestSandbox();
  const { product, monthly } = await openShop(stripe);
  const next = {
    product: product.id,
    currency: 'gbp',
    unit_amount: 2_999,
    recurring: { interval: 'month' },
    lookup_key: 'portfolio_month',
  } as const;
  await expect(stripe.prices.create(next)).rejects.toMatchObject({ param: 'lookup_key' });
  const moved = await stripe.prices.create({ ...next, transfer_lookup_key: true });
  const { data } = await stripe.prices.list({ lookup_keys: ['portfolio_month'] });
  expect(data.map(({ id }) => id)).toEqual([moved.id]);
  expect((await stripe.prices.retrieve(monthly.id)).lookup_key).toBeNull();
});

test('lists are narrowed by the filters of Stripe', async () => {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  await stripe.products.create({ id: 'other', name: 'Other', active: false });
  expect((await stripe.products.list({ ids: ['portfolio'] })).data).toHaveLength(1);
  expect((await stripe.products.list({ active: false })).data.map(({ id }) => id)).toEqual([
    'other',
  ]);
  expect((await stripe.customers.list({ email: 'ada@example.test' })).data).toHaveLength(1);
  const session = await openCheckout(stripe, shop);
  const open = await stripe.checkout.sessions.list({ customer: shop.customer.id, status: 'open' });
  expect(open.data.map(({ id }) => id)).toEqual([session.id]);
  const future = { created: { gte: Math.floor(Date.now() / 1000) + 1_000 } };
  expect((await stripe.customers.list(future)).data).toHaveLength(0);
});

test('metadata is merged key by key and an empty value removes its key', async () => {
  const { stripe } = await startTestSandbox();
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  const updated = await stripe.customers.update(id, { metadata: { b: '', c: '3' } });
  expect(updated.metadata).toEqual({ a: '1', c: '3' });
});

test('a charge is refunded in parts and never beyond what was taken', async () => {
  const { stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  await subscribe(stripe, shop);
  const [charge] = (await stripe.charges.list({ customer: shop.customer.id })).data;
  const part = await stripe.refunds.create({ charge: charge?.id ?? '', amount: 499 });
  expect(part).toMatchObject({ status: 'succeeded', amount: 499 });
  await expect(
    stripe.refunds.create({ charge: charge?.id ?? '', amount: 2_001 }),
  ).rejects.toMatchObject({
    message: 'Refund amount (£20.01) is greater than unrefunded amount on charge (£20.00)',
    param: 'amount',
  });
  await stripe.refunds.create({ payment_intent: charge?.payment_intent as string });
  expect(await stripe.charges.retrieve(charge?.id ?? '')).toMatchObject({
    amount_refunded: 2_499,
    refunded: true,
  });
  await expect(stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const types = (await stripe.events.list({ types: ['charge.refunded', 'refund.created'] })).data;
  expect(types).toHaveLength(4);
});
