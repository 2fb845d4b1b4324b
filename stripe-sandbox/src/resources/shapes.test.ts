import { expect, test } from 'vitest';
import fixture from '../../fixtures/resources.json' with { type: 'json' };
import {
  advance,
  dispute,
  startTestSandbox,
  stateOf,
  type TestSandbox,
} from '../testing/harness.ts';
import { departures } from '../testing/kinds.ts';
import { CARDS, openCheckout, openShop, openTrial, postForm, submitCard } from '../testing/shop.ts';

/** The published charge shows its refunds, which Stripe answers only where they are asked for. */
const { refunds: _, ...charge } = fixture.resources.charge;
const examples: Record<string, unknown> = { ...fixture.resources, charge };

/** Answers as they travel, before the SDK makes its own objects of them. */
async function get({ url }: TestSandbox, path: string, method = 'GET') {
  const headers = { authorization: 'Bearer sk_test_x' };
  const answer = await fetch(`${url}/v1/${path}`, { headers, method });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { data?: Record<string, unknown>[] } & Record<string, unknown>;
}

async function first(sandbox: TestSandbox, path: string) {
  const { data } = await get(sandbox, path);
  expect(data?.length, path).toBeGreaterThan(0);
  return data?.[0] ?? {};
}

/** One of everything: a trial over the page, a disputed and refunded payment, a plan change. */
async function liveThrough() {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const shop = await openShop(stripe);
  const session = await openTrial(stripe, shop);
  await submitCard(session.url ?? '', CARDS.pays);
  const customer = shop.customer.id;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const paid = await stripe.subscriptions.create({
    customer,
    items: [{ price: shop.monthly.id }],
    default_payment_method: card.id,
  });
  const dearer = await stripe.prices.create({
    product: shop.product.id,
    currency: 'gbp',
    unit_amount: 9_900,
    recurring: { interval: 'month' },
  });
  const item = paid.items.data[0]?.id ?? '';
  await stripe.subscriptions.update(paid.id, { items: [{ id: item, price: dearer.id }] });
  const charges = await stripe.charges.list({ customer });
  await stripe.refunds.create({ charge: charges.data[0]?.id ?? '', amount: 100 });
  await dispute(sandbox, charges.data[0]?.id, 'stays');
  await stripe.testHelpers.testClocks.create({ frozen_time: 2_000_000_000 });
  await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['product.deleted'],
  });
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: paid.id,
        items: [{ id: item, price: shop.yearly.id }],
      },
    },
  });
  await stripe.subscriptionSchedules.create({ from_subscription: paid.id });
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } });
  const discounts = [{ promotion_code: code.id }];
  await stripe.subscriptions.update(paid.id, { discounts });
  const invoice = String(paid.latest_invoice);
  await stripe.creditNotes.create({ invoice, amount: 50, credit_amount: 50 });
  return { sandbox, portal, paid };
}

test('every resource has each field of the published example, with the same kind of value', async () => {
  const { sandbox, portal, paid } = await liveThrough();
  const lists: Record<string, string> = {
    'billing_portal.configuration': 'billing_portal/configurations',
    charge: 'charges',
    'checkout.session': 'checkout/sessions',
    coupon: 'coupons',
    credit_note: 'credit_notes',
    customer: 'customers',
    dispute: 'disputes',
    event: 'events',
    invoice: 'invoices',
    invoice_payment: 'invoice_payments',
    invoiceitem: 'invoiceitems',
    payment_intent: 'payment_intents',
    payment_method: 'payment_methods',
    price: 'prices',
    product: 'products',
    promotion_code: 'promotion_codes',
    refund: 'refunds',
    setup_intent: 'setup_intents',
    subscription: 'subscriptions',
    subscription_schedule: 'subscription_schedules',
    subscription_item: `subscription_items?subscription=${paid.id}`,
    'test_helpers.test_clock': 'test_helpers/test_clocks',
    webhook_endpoint: 'webhook_endpoints',
  };
  const found: Record<string, unknown> = { 'billing_portal.session': portal };
  for (const [name, path] of Object.entries(lists)) found[name] = await first(sandbox, path);
  const discounted = await get(sandbox, `subscriptions/${paid.id}?expand[]=discounts`);
  found.discount = (discounted.discounts as unknown[])[0];
  const { id } = found.invoice as { id: string };
  found.line_item = await first(sandbox, `invoices/${id}/lines`);
  const endpoint = found.webhook_endpoint as { id: string };
  found.deleted_webhook_endpoint = await get(sandbox, `webhook_endpoints/${endpoint.id}`, 'DELETE');
  const customer = found.customer as { id: string };
  found.deleted_customer = await get(sandbox, `customers/${customer.id}`, 'DELETE');
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(examples).toSorted());
  for (const [name, answer] of Object.entries(found)) {
    expect(departures(examples[name], answer, name)).toEqual([]);
    if ('livemode' in (answer as object)) expect(answer).toMatchObject({ livemode: false });
  }
});

interface Resource {
  object: string;
  deleted?: boolean;
  data?: { object?: Resource };
}

/** The example a resource is held against; a deleted one has an example of its own. */
function exampleOf({ object, deleted }: Resource): [string, unknown] {
  const name = deleted ? `deleted_${object}` : object;
  const example = examples[name];
  if (!example) throw new Error(`There is no example of ${name}`);
  return [name, example];
}

test('every resource stays so in every state, and so does the resource inside every event', async () => {
  const { sandbox, portal } = await liveThrough();
  const { stripe } = sandbox;
  await postForm(`${portal.url}/update`, {});
  const shop = {
    product: await stripe.products.retrieve('portfolio'),
    monthly: (await stripe.prices.list({ lookup_keys: ['portfolio_month'] })).data[0],
    yearly: (await stripe.prices.list({ lookup_keys: ['portfolio_year'] })).data[0],
    customer: await stripe.customers.create({ email: 'grace@example.test' }),
  } as Awaited<ReturnType<typeof openShop>>;
  const declined = await openCheckout(stripe, shop);
  await submitCard(declined.url ?? '', CARDS.declined);
  await stripe.checkout.sessions.expire(declined.id);
  await openCheckout(stripe, shop);
  const late = await openTrial(stripe, shop, 7);
  await submitCard(late.url ?? '', CARDS.failsLater);
  // The trial ends, the charge fails four times, an open session expires, the others renew.
  await advance(sandbox, { advance_days: 40 });
  const ending = await openCheckout(stripe, shop);
  await submitCard(ending.url ?? '', CARDS.pays);
  const { subscription } = await stripe.checkout.sessions.retrieve(ending.id);
  const id = String(subscription);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
  const { data: open } = await stripe.invoices.list({ status: 'open' });
  for (const invoice of open) await stripe.invoices.voidInvoice(invoice.id);
  await stripe.customers.del(shop.customer.id);

  const state = await stateOf(sandbox);
  const resources = Object.values(state).flat() as unknown as Resource[];
  const inEvents = resources.flatMap(({ object, data }) =>
    object === 'event' && data?.object ? [data.object] : [],
  );
  const seen = new Set<string>();
  for (const resource of [...resources, ...inEvents]) {
    const [name, example] = exampleOf(resource);
    seen.add(name);
    expect(departures(example, resource, name)).toEqual([]);
  }
  expect(seen.size).toBeGreaterThanOrEqual(18);
});

test('a previewed invoice looks like an invoice, and like the invoice it becomes', async () => {
  const { sandbox, paid } = await liveThrough();
  const { stripe } = sandbox;
  const preview = await stripe.invoices.createPreview({ subscription: paid.id });
  expect(departures(examples.invoice, preview, 'invoice')).toEqual([]);
  const customer = String(paid.customer);
  await advance(sandbox, { advance_days: 32 });
  const { data } = await stripe.invoices.list({ subscription: paid.id, customer });
  expect(data[0]).toMatchObject({ total: preview.total, period_end: preview.period_end });
});
