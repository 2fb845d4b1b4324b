import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openShop, subscribe } from '../testing/shop.ts';

async function open() {
  const sandbox = await startTestSandbox();
  return { ...sandbox, shop: await openShop(sandbox.stripe) };
}

/** What events of a type said, oldest first: the resource then, and what it was before. */
async function told(stripe: Stripe, type: string) {
  const { data } = await stripe.events.list({ type, limit: 100 });
  return data.reverse().map((event) => ({
    now: event.data.object as unknown as Record<string, unknown>,
    before: event.data.previous_attributes as Record<string, unknown> | undefined,
  }));
}

test('an invoice says that it took one try when it says that it is paid', async () => {
  const { stripe, shop } = await open();
  const { latest_invoice } = await subscribe(stripe, shop);
  const [paid] = await told(stripe, 'invoice.paid');
  expect(paid?.now).toMatchObject({ id: latest_invoice, attempt_count: 1, attempted: true });
  await subscribe(stripe, shop, { trial_period_days: 7 });
  const [, free] = await told(stripe, 'invoice.paid');
  expect(free?.now).toMatchObject({ amount_due: 0, attempt_count: 0, attempted: true });
});

test('a customer is told of when currency, invoice sequence and balance change', async () => {
  const { stripe, shop } = await open();
  await stripe.customers.update(shop.customer.id, { balance: -1_000 });
  await subscribe(stripe, shop);
  const updates = await told(stripe, 'customer.updated');
  expect(updates.map(({ before }) => before)).toEqual([
    { balance: 0 },
    { currency: null },
    { balance: -1_000, next_invoice_sequence: 1 },
  ]);
  expect(updates.at(-1)?.now).toMatchObject({ balance: 0, next_invoice_sequence: 2 });
});

test('a change that is billed is told of once, with the invoice that is the latest by it', async () => {
  const { stripe, shop } = await open();
  const { id, items, latest_invoice } = await subscribe(stripe, shop);
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: shop.yearly.id }],
  });
  const updates = await told(stripe, 'customer.subscription.updated');
  expect(updates).toHaveLength(2);
  expect(updates.at(-1)?.now).toMatchObject({ latest_invoice: changed.latest_invoice });
  expect(updates.at(-1)?.before).toMatchObject({ latest_invoice });
  expect(changed.latest_invoice).not.toBe(latest_invoice);
});

test('each failed try is told of, and that there will be none', async () => {
  const { stripe, url, shop } = await open();
  const customer = shop.customer.id;
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await subscribe(stripe, shop, { trial_period_days: 1, default_payment_method: card.id });
  await advance({ url }, { advance_days: 5 });
  const tries = async () =>
    (await told(stripe, 'invoice.updated')).map(({ now, before }) => [
      now.attempt_count,
      before?.attempt_count,
      now.next_payment_attempt !== null,
    ]);
  expect(await tries()).toEqual([
    [1, 0, true],
    [2, 1, true],
  ]);
  const failed = (await told(stripe, 'invoice.payment_failed')).map(({ now }) => now.attempt_count);
  expect(failed).toEqual([1, 2]);
  const { data } = await stripe.subscriptions.list({ customer });
  await stripe.subscriptions.cancel(data[0]?.id ?? '');
  const stopped = (await told(stripe, 'invoice.updated')).at(-1);
  expect(stopped?.now).toMatchObject({ auto_advance: false, next_payment_attempt: null });
  expect(stopped?.before).toMatchObject({ auto_advance: true });
});
