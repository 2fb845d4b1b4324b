import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openShop, subscribe } from '../testing/shop.ts';

async function open(given: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const sandbox = await startTestSandbox();
  const shop = await openShop(sandbox.stripe);
  const dearer = await sandbox.stripe.prices.create({
    product: shop.product.id,
    currency: 'gbp',
    unit_amount: 3_500,
    recurring: { interval: 'month' },
  });
  const subscription = await subscribe(sandbox.stripe, shop, given);
  const item = subscription.items.data[0]?.id ?? '';
  return { ...sandbox, shop, dearer, subscription, item };
}

test('a change to another price of the same interval bills the difference for the rest of the period', async () => {
  const { stripe, url, subscription, item, dearer } = await open();
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0] ?? {
    current_period_start: 0,
    current_period_end: 0,
  };
  await advance({ url }, { advance_seconds: Math.round((end - start) / 2) });
  const change: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item, price: dearer.id }],
    proration_behavior: 'always_invoice',
  };
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item, price: dearer.id }],
      proration_behavior: 'always_invoice',
    },
  });
  const changed = await stripe.subscriptions.update(subscription.id, {
    ...change,
    expand: ['latest_invoice'],
  });
  const invoice = changed.latest_invoice as Stripe.Invoice;
  expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
  expect(Math.abs(invoice.total - (3_500 - 2_499) / 2)).toBeLessThanOrEqual(2);
  expect(Math.abs(preview.total - invoice.total)).toBeLessThanOrEqual(1);
  expect(invoice.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
});

test('prorations that are not billed at once come with the next invoice', async () => {
  const { stripe, url, subscription, item, dearer } = await open();
  await advance({ url }, { advance_days: 10 });
  await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price: dearer.id }] });
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  await advance({ url }, { advance_days: 22 });
  const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
  expect(renewal?.lines.data).toHaveLength(3);
  expect(renewal?.total).toBeGreaterThan(3_500);
});

test('a change to another interval starts a new cycle today, less what was not used', async () => {
  const { stripe, subscription, item, shop } = await open();
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: shop.yearly.id }],
    expand: ['latest_invoice'],
  });
  const invoice = changed.latest_invoice as Stripe.Invoice;
  expect(invoice.amount_paid).toBe(25_000 - 2_499);
  const year = (changed.items.data[0]?.current_period_end ?? 0) - changed.billing_cycle_anchor;
  expect([365, 366]).toContain(year / 86_400);
});

test('a change during a trial costs nothing until the trial ends', async () => {
  const { stripe, url, subscription, item, shop } = await open({ trial_period_days: 30 });
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: shop.yearly.id }],
    proration_behavior: 'always_invoice',
  });
  expect((await stripe.charges.list({ customer: shop.customer.id })).data).toHaveLength(0);
  await advance({ url }, { advance_days: 31 });
  expect((await stripe.charges.list({ customer: shop.customer.id })).data).toMatchObject([
    { amount: 25_000 },
  ]);
});

test('ending at once with credit leaves a balance that lowers the next invoice', async () => {
  const { stripe, subscription, shop } = await open();
  const ended = await stripe.subscriptions.cancel(subscription.id, {
    prorate: true,
    invoice_now: true,
    cancellation_details: { comment: 'moved to the other plan' },
  });
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { comment: 'moved to the other plan' },
  });
  expect(await stripe.customers.retrieve(shop.customer.id)).toMatchObject({ balance: -2_499 });
  const next = await subscribe(stripe, shop, { items: [{ price: shop.yearly.id }] });
  const invoice = await stripe.invoices.retrieve(next.latest_invoice as string);
  expect(invoice).toMatchObject({ total: 25_000, amount_paid: 25_000 - 2_499 });
});

test('a change whose payment must succeed is undone when the card is refused', async () => {
  const { stripe, subscription, item, shop } = await open();
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: shop.customer.id,
  });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  const change = stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: shop.yearly.id }],
    payment_behavior: 'error_if_incomplete',
  });
  await expect(change).rejects.toMatchObject({ type: 'StripeCardError' });
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.items.data[0]?.price.id).toBe(shop.monthly.id);
});

test('every movement of the balance is listed: credit, its use, a correction, and what a void invoice gives back', async () => {
  const { stripe, subscription, shop } = await open();
  await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
  const customer = shop.customer.id;
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const next = await subscribe(stripe, shop, {
    items: [{ price: shop.yearly.id }],
    default_payment_method: bad.id,
  });
  await stripe.invoices.voidInvoice(next.latest_invoice as string);
  const metadata = { why: 'mistake' };
  await stripe.customers.createBalanceTransaction(customer, {
    amount: 499,
    currency: 'gbp',
    metadata,
  });
  const { data } = await stripe.customers.listBalanceTransactions(customer);
  expect(data.map(({ type, amount, ending_balance }) => [type, amount, ending_balance])).toEqual([
    ['adjustment', 499, -2_000],
    ['unapplied_from_invoice', -2_499, -2_499],
    ['applied_to_invoice', 2_499, 0],
    ['applied_to_invoice', -2_499, -2_499],
  ]);
  expect(data[0]?.metadata).toEqual(metadata);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -2_000 });
});
