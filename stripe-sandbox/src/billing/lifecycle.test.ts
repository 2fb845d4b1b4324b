import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { DAY } from '../clock/day.ts';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { CARDS, openShop, openTrial, submitCard, subscribe } from '../testing/shop.ts';

async function open() {
  const sandbox = await startTestSandbox();
  return { ...sandbox, shop: await openShop(sandbox.stripe) };
}

async function onlySubscription(stripe: Stripe, customer: string) {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
  expect(data).toHaveLength(1);
  return data[0] as Stripe.Subscription;
}

async function trialWith(card: string) {
  const parts = await open();
  const session = await openTrial(parts.stripe, parts.shop, 7);
  await submitCard(session.url ?? '', card);
  return { ...parts, now: () => onlySubscription(parts.stripe, parts.shop.customer.id) };
}

test('a card that fails later is tried four times and then ends the subscription', async () => {
  const { stripe, url, shop, now } = await trialWith(CARDS.failsLater);
  await advance({ url }, { advance_days: 7 });
  await advance({ url }, { advance_seconds: 3_605 });
  expect(await now()).toMatchObject({ status: 'past_due' });
  const tries: number[] = [];
  for (const days of [3, 5]) {
    await advance({ url }, { advance_days: days });
    const { data } = await stripe.invoices.list({ customer: shop.customer.id, status: 'open' });
    tries.push(data[0]?.attempt_count ?? 0);
    expect(await now()).toMatchObject({ status: 'past_due' });
  }
  expect(tries).toEqual([2, 3]);
  await advance({ url }, { advance_days: 7 });
  expect(await now()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  const failed = await stripe.events.list({ type: 'invoice.payment_failed' });
  expect(failed.data).toHaveLength(4);
  expect((await stripe.charges.list({ customer: shop.customer.id })).data).toHaveLength(4);
});

test('a card pays until the month on it is over, and again with the date that its bank tells of', async () => {
  const { stripe, url, shop, now } = await trialWith(CARDS.pays);
  const customer = shop.customer.id;
  const card = (await stripe.paymentMethods.list({ customer })).data[0]?.id ?? '';
  const dated = (time: number) => {
    const date = new Date(time * 1000);
    const expiry = { exp_month: date.getUTCMonth() + 1, exp_year: date.getUTCFullYear() };
    return stripe.paymentMethods.update(card, { card: expiry });
  };
  await dated((await now()).trial_end ?? 0);
  await advance({ url }, { advance_days: 7 });
  await advance({ url }, { advance_seconds: 3_605 });
  expect(await now()).toMatchObject({ status: 'active' });
  await advance({ url }, { advance_days: 32 });
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data;
  const [charge] = (await stripe.charges.list({ customer })).data;
  expect(await now()).toMatchObject({ status: 'past_due' });
  expect(charge).toMatchObject({
    ...{ paid: false, failure_code: 'expired_card' },
    failure_message: 'Your card has expired.',
  });
  await dated((charge?.created ?? 0) + 31 * DAY);
  await stripe.invoices.pay(invoice?.id ?? '');
  expect(await now()).toMatchObject({ status: 'active' });
});

test('a past due subscription is active again once its invoice is paid', async () => {
  const { stripe, url, shop, now } = await trialWith(CARDS.failsLater);
  await advance({ url }, { advance_days: 8 });
  const [invoice] = (await stripe.invoices.list({ customer: shop.customer.id, status: 'open' }))
    .data;
  await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customer.id });
  const paid = await stripe.invoices.pay(invoice?.id ?? '', { payment_method: method.id });
  expect(paid).toMatchObject({ status: 'paid', amount_remaining: 0 });
  expect(await now()).toMatchObject({ status: 'active' });
});

test('a subscription told to end with its period is not charged again', async () => {
  const { stripe, url, shop } = await open();
  const started = await subscribe(stripe, shop);
  const ending = await stripe.subscriptions.update(started.id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({
    cancel_at_period_end: true,
    cancel_at: started.items.data[0]?.current_period_end,
  });
  await advance({ url }, { advance_days: 32 });
  expect(await stripe.subscriptions.retrieve(started.id)).toMatchObject({
    status: 'canceled',
    ended_at: started.items.data[0]?.current_period_end,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  expect((await stripe.charges.list({ customer: shop.customer.id })).data).toHaveLength(1);
});

test('a cancellation taken back lets the subscription renew', async () => {
  const { stripe, url, shop } = await open();
  const { id } = await subscribe(stripe, shop);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at: null,
    canceled_at: null,
    cancellation_details: { reason: null },
  });
  await advance({ url }, { advance_days: 32 });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  expect((await stripe.charges.list({ customer: shop.customer.id })).data).toHaveLength(2);
});

test('a trial cancelled before its end ends without a charge', async () => {
  const { stripe, url, shop, now } = await trialWith(CARDS.pays);
  await stripe.subscriptions.update((await now()).id, { cancel_at_period_end: true });
  await advance({ url }, { advance_days: 8 });
  expect(await now()).toMatchObject({ status: 'canceled' });
  expect((await stripe.charges.list({ customer: shop.customer.id })).data).toHaveLength(0);
});

test('the end of a trial is announced three days before', async () => {
  const { stripe, url, now } = await trialWith(CARDS.pays);
  await advance({ url }, { advance_days: 8 });
  const [notice] = (await stripe.events.list({ type: 'customer.subscription.trial_will_end' }))
    .data;
  expect(notice?.created).toBe(((await now()).trial_end ?? 0) - 3 * DAY);
});

test('months passed in one step happen one after the other, each at its own time', async () => {
  const { stripe, url, shop } = await open();
  const { id } = await subscribe(stripe, shop);
  await advance({ url }, { advance_days: 100 });
  const invoices = await stripe.invoices.list({ subscription: id });
  expect(invoices.data.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
  const renewed = await stripe.subscriptions.retrieve(id);
  expect(renewed.items.data[0]?.current_period_start).toBe(invoices.data[0]?.created);
  const created = invoices.data.map((invoice) => invoice.created);
  expect(created).toEqual(created.toSorted((a, b) => b - a));
  expect(new Set(created).size).toBe(4);
});

test('a refused first payment made over the API leaves the subscription incomplete, then expired', async () => {
  const { stripe, url, shop } = await open();
  const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: shop.customer.id,
  });
  const started = await subscribe(stripe, shop, { default_payment_method: method.id });
  expect(started.status).toBe('incomplete');
  await advance({ url }, { advance_days: 1 });
  expect(await stripe.subscriptions.retrieve(started.id)).toMatchObject({
    status: 'incomplete_expired',
  });
  expect((await stripe.invoices.list({ subscription: started.id })).data).toMatchObject([
    { status: 'void' },
  ]);
});

test('deleting a customer ends its subscriptions', async () => {
  const { stripe, shop } = await open();
  const { id } = await subscribe(stripe, shop);
  await stripe.customers.del(shop.customer.id);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  expect(await stripe.customers.retrieve(shop.customer.id)).toMatchObject({ deleted: true });
});

test('a customer on a test clock lives by that clock alone', async () => {
  const { stripe, shop } = await open();
  const start = Date.parse('2027-01-31T10:00:00Z') / 1000;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await stripe.customers.create({
    email: 'bo@example.test',
    test_clock: clock.id,
  });
  const { id } = await subscribe(stripe, { ...shop, customer });
  const periodEnd = async () =>
    (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? 0;
  const ends = [new Date((await periodEnd()) * 1000).toISOString()];
  for (const date of ['2027-02-28T10:00:01Z', '2027-03-31T10:00:01Z']) {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.parse(date) / 1000 });
    await expect
      .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status)
      .toBe('ready');
    ends.push(new Date((await periodEnd()) * 1000).toISOString());
  }
  expect(ends).toEqual([
    '2027-02-28T10:00:00.000Z',
    '2027-03-31T10:00:00.000Z',
    '2027-04-30T10:00:00.000Z',
  ]);
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(3);
});
