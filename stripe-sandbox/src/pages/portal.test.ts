import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { CARDS, openShop, openTrial, postForm, submitCard, subscribe } from '../testing/shop.ts';

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData;

async function open(start = subscribe) {
  const sandbox = await startTestSandbox();
  const shop = await openShop(sandbox.stripe);
  const subscription = await start(sandbox.stripe, shop);
  const enter = (flow_data?: Flow) =>
    sandbox.stripe.billingPortal.sessions.create({
      customer: shop.customer.id,
      return_url: 'http://shop.test/account',
      ...(flow_data && { flow_data }),
    });
  const now = () => sandbox.stripe.subscriptions.retrieve(subscription.id);
  return { ...sandbox, shop, subscription, enter, now };
}

const back = {
  type: 'redirect',
  redirect: { return_url: 'http://shop.test/changed' },
} as const;

test('confirming a change shows what is due, makes the change and goes back to the shop', async () => {
  const { shop, subscription, enter, now, stripe } = await open();
  const items = [{ id: subscription.items.data[0]?.id ?? '', price: shop.yearly.id }];
  const { url } = await enter({
    type: 'subscription_update_confirm',
    after_completion: back,
    subscription_update_confirm: { subscription: subscription.id, items },
  });
  const page = await (await fetch(url)).text();
  expect(page).toContain('£24.99 per month');
  expect(page).toContain('£250.00 per year');
  expect(page).toContain('£225.01');
  const answer = await postForm(`${url}/update`, {});
  expect(answer.headers.get('location')).toBe('http://shop.test/changed');
  await postForm(`${url}/update`, {});
  expect((await now()).items.data[0]?.price.id).toBe(shop.yearly.id);
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2);
});

test('a price that was archived is sold to nobody, and renews where it is sold already', async () => {
  const { url: address, shop, subscription, enter, now, stripe } = await open();
  const { id: item = '' } = subscription.items.data[0] ?? {};
  const flow = (price: string): Flow => ({
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscription.id, items: [{ id: item, price }] },
  });
  const { url } = await enter(flow(shop.yearly.id));
  for (const { id } of [shop.yearly, shop.monthly])
    await stripe.prices.update(id, { active: false });
  for (const answer of [await fetch(url), await postForm(`${url}/update`, {})]) {
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('not sold at this price any more'),
    ]);
  }
  const inactive = 'The price specified is inactive. This field only accepts active prices.';
  const items = [{ id: item, price: shop.yearly.id }];
  await expect(enter(flow(shop.yearly.id))).rejects.toThrow(inactive);
  await expect(stripe.subscriptions.update(subscription.id, { items })).rejects.toThrow(inactive);
  const customer = shop.customer.id;
  const preview = { customer, subscription: subscription.id, subscription_details: { items } };
  await expect(stripe.invoices.createPreview(preview)).rejects.toThrow(inactive);
  await stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 2 }] });
  const before = (await now()).items.data[0]?.current_period_end ?? 0;
  await advance({ url: address }, { advance_days: 32 });
  expect((await now()).items.data[0]?.current_period_end).toBeGreaterThan(before);
});

test('a change whose card is refused is not made, and the page says why', async () => {
  const { shop, subscription, enter, now, stripe } = await open();
  const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: shop.customer.id,
  });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad });
  const items = [{ id: subscription.items.data[0]?.id ?? '', price: shop.yearly.id }];
  const { url } = await enter({
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscription.id, items },
  });
  const answer = await postForm(`${url}/update`, {});
  expect(answer.status).toBe(402);
  expect(await answer.text()).toContain('Your card was declined.');
  expect((await now()).items.data[0]?.price.id).toBe(shop.monthly.id);
});

test('a new card becomes the default of the customer, and of nothing else', async () => {
  const { stripe, shop, subscription, enter, now, url } = await open(async (client, shop) => {
    const session = await openTrial(client, shop);
    await submitCard(session.url ?? '', CARDS.failsLater);
    const { data } = await client.subscriptions.list({ customer: shop.customer.id });
    return data[0] as Stripe.Subscription;
  });
  await advance({ url }, { advance_days: 31 });
  expect((await now()).status).toBe('past_due');
  const portal = await enter({ type: 'payment_method_update', after_completion: back });
  const declined = await submitCard(`${portal.url}/payment-method`, CARDS.declined);
  expect(await declined.text()).toContain('Your card was declined.');
  const saved = await submitCard(`${portal.url}/payment-method`, CARDS.pays);
  expect(saved.headers.get('location')).toBe('http://shop.test/changed');
  const [card] = (await stripe.customers.listPaymentMethods(shop.customer.id)).data;
  expect(await stripe.customers.retrieve(shop.customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: card?.id },
  });
  const { status, default_payment_method } = await now();
  expect([status, default_payment_method === card?.id]).toEqual(['past_due', false]);
  // A subscription without a card of its own is charged to it with the next try.
  await stripe.subscriptions.update(subscription.id, { default_payment_method: '' });
  await advance({ url }, { advance_days: 3 });
  expect((await now()).status).toBe('active');
});

test('cancelling in the portal sets the date of the end, and it can be taken back', async () => {
  const { subscription, enter, now } = await open();
  const { url } = await enter({
    type: 'subscription_cancel',
    after_completion: back,
    subscription_cancel: { subscription: subscription.id },
  });
  expect(await (await fetch(url)).text()).toContain('Cancel Portfolio');
  await postForm(`${url}/cancel`, {});
  const end = subscription.items.data[0]?.current_period_end;
  expect(await now()).toMatchObject({
    status: 'active',
    cancel_at: end,
    cancel_at_period_end: false,
  });
  const home = await enter();
  expect(await (await fetch(home.url)).text()).toContain('Keep Portfolio');
  await postForm(`${home.url}/keep?subscription=${subscription.id}`, {});
  expect(await now()).toMatchObject({ cancel_at: null });
});

test("a portal never touches another customer's subscription", async () => {
  const { stripe, enter, subscription } = await open();
  const stranger = await stripe.customers.create();
  const other = stripe.billingPortal.sessions.create({
    customer: stranger.id,
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: subscription.id },
    },
  });
  await expect(other).rejects.toMatchObject({ statusCode: 400 });
  const shop = { customer: stranger, ...(await openPrices(stripe)) };
  const theirs = await subscribe(stripe, shop as Parameters<typeof subscribe>[1]);
  const { url } = await enter();
  expect((await postForm(`${url}/cancel?subscription=${theirs.id}`, {})).status).toBe(404);
});

async function openPrices(stripe: Stripe) {
  const { data } = await stripe.prices.list({ lookup_keys: ['portfolio_month'] });
  return { monthly: data[0] };
}

test('a page of the portal expires unused after five minutes, and an hour after its last use', async () => {
  const { stripe, shop, url } = await open();
  const opened = async () =>
    (
      await stripe.billingPortal.sessions.create({
        ...{ customer: shop.customer.id, return_url: 'http://shop.test/account' },
      })
    ).url;
  const [unused, used] = [await opened(), await opened()];
  expect((await fetch(used)).status).toBe(200);
  await advance({ url }, { advance_seconds: 301 });
  const expired = await fetch(unused);
  expect([expired.status, await expired.text()]).toEqual([
    410,
    expect.stringContaining('http://shop.test/account'),
  ]);
  await advance({ url }, { advance_seconds: 3_000 });
  expect((await fetch(used)).status).toBe(200);
  await advance({ url }, { advance_seconds: 3_605 });
  expect((await fetch(`${used}/payment-method`)).status).toBe(410);
});
