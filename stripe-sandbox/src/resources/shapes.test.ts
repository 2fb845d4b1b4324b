import { expect, test } from 'vitest';
import fixture from '../../fixtures/resources.json' with { type: 'json' };
import { startTestSandbox, type TestSandbox } from '../testing/harness.ts';
import { departures } from '../testing/kinds.ts';
import { CARDS, openShop, openTrial, submitCard } from '../testing/shop.ts';

const examples: Record<string, unknown> = fixture.resources;

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
  const card = await stripe.paymentMethods.attach('pm_card_createDispute', { customer });
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
  return { sandbox, portal, paid };
}

test('every resource has each field of the published example, with the same kind of value', async () => {
  const { sandbox, portal, paid } = await liveThrough();
  const lists: Record<string, string> = {
    'billing_portal.configuration': 'billing_portal/configurations',
    charge: 'charges',
    'checkout.session': 'checkout/sessions',
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
    refund: 'refunds',
    setup_intent: 'setup_intents',
    subscription: 'subscriptions',
    subscription_item: `subscription_items?subscription=${paid.id}`,
    'test_helpers.test_clock': 'test_helpers/test_clocks',
    webhook_endpoint: 'webhook_endpoints',
  };
  const found: Record<string, unknown> = { 'billing_portal.session': portal };
  for (const [name, path] of Object.entries(lists)) found[name] = await first(sandbox, path);
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
