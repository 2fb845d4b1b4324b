import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openShop, subscribe } from '../testing/shop.ts';

const HOUR = 3_600;

/** A subscription whose first renewal was a second ago. */
async function renewed(trial_period_days = 1) {
  const { url, stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  const { id } = await subscribe(stripe, shop, { trial_period_days });
  const { trial_end } = await stripe.subscriptions.retrieve(id);
  await advance({ url }, { advance_to: (trial_end ?? 0) + 1 });
  const latest = async () => {
    const { data } = await stripe.invoices.list({ subscription: id, limit: 1 });
    if (!data[0]) throw new Error('no invoice');
    return data[0];
  };
  return { url, stripe, id, end: trial_end ?? 0, latest, customer: shop.customer.id };
}

test('the invoice of a renewal is a draft for an hour, and the new period runs meanwhile', async () => {
  const { url, stripe, id, end, latest, customer } = await renewed();
  expect(await latest()).toMatchObject({
    ...{ status: 'draft', number: null, auto_advance: true, attempt_count: 0, attempted: false },
    ...{ created: end, automatically_finalizes_at: end + HOUR, next_payment_attempt: end + HOUR },
  });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    ...{ status: 'active', latest_invoice: (await latest()).id },
    items: { data: [{ current_period_start: end }] },
  });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  await advance({ url }, { advance_seconds: HOUR });
  expect(await latest()).toMatchObject({
    ...{ status: 'paid', attempt_count: 1, automatically_finalizes_at: null },
    status_transitions: { finalized_at: end + HOUR, paid_at: end + HOUR },
  });
  const { data } = await stripe.events.list({ limit: 100 });
  const ofRenewal = data.filter(({ created }) => created >= end).map(({ type }) => type);
  expect(ofRenewal.reverse().filter((type) => /^(invoice|customer.subs)/.test(type))).toEqual([
    ...['invoice.created', 'customer.subscription.updated', 'invoice.finalized'],
    ...['invoice_payment.paid', 'invoice.paid', 'invoice.payment_succeeded'],
  ]);
});

test('a draft that is told not to go on waits, and goes on an hour after it is told to', async () => {
  const { url, stripe, latest } = await renewed();
  const { id } = await latest();
  await stripe.invoices.update(id, { auto_advance: false });
  await advance({ url }, { advance_days: 3 });
  expect(await latest()).toMatchObject({ status: 'draft', automatically_finalizes_at: null });
  await stripe.invoices.update(id, { auto_advance: true });
  await advance({ url }, { advance_seconds: HOUR - 60 });
  expect(await latest()).toMatchObject({ status: 'draft' });
  await advance({ url }, { advance_seconds: 60 });
  expect(await latest()).toMatchObject({ status: 'paid' });
});

test('a draft can be finalised and paid before its hour is over', async () => {
  const { stripe, latest } = await renewed();
  const { id } = await latest();
  expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({ status: 'open' });
  expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid', attempt_count: 1 });
});

test('the draft of a subscription that ended is not charged', async () => {
  const { url, stripe, id, latest, customer } = await renewed();
  await stripe.subscriptions.cancel(id);
  await advance({ url }, { advance_days: 2 });
  expect(await latest()).toMatchObject({ status: 'draft', auto_advance: false });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});
