import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openShop, subscribe } from '../testing/shop.ts';

/** A subscription whose renewal could not be charged. */
async function pastDue() {
  const { url, stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  const customer = shop.customer.id;
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const failing = { trial_period_days: 1, default_payment_method: card.id };
  const { id } = await subscribe(stripe, shop, failing);
  await advance({ url }, { advance_days: 2 });
  const { data } = await stripe.invoices.list({ subscription: id, status: 'open' });
  const invoice = data[0]?.id ?? '';
  const now = async () => (await stripe.subscriptions.retrieve(id)).status;
  expect(await now()).toBe('past_due');
  return { url, stripe, customer, invoice, now };
}

test('an invoice that was paid elsewhere is paid without a charge', async () => {
  const { stripe, customer, invoice, now } = await pastDue();
  const before = (await stripe.charges.list({ customer })).data.length;
  const paid = await stripe.invoices.pay(invoice, { paid_out_of_band: true, expand: ['payments'] });
  expect(paid).toMatchObject({
    ...{ status: 'paid', amount_paid: 2_499, amount_remaining: 0, attempt_count: 1 },
    payments: { data: [{ status: 'canceled', amount_paid: null }] },
  });
  expect(await now()).toBe('active');
  expect((await stripe.charges.list({ customer })).data).toHaveLength(before);
  const [intent] = (await stripe.paymentIntents.list({ customer })).data;
  expect(intent).toMatchObject({ status: 'canceled' });
});

test('an invoice that was given up is not tried again, and can still be paid', async () => {
  const { url, stripe, customer, invoice, now } = await pastDue();
  const given = await stripe.invoices.markUncollectible(invoice);
  expect(given).toMatchObject({ status: 'uncollectible', auto_advance: false });
  await advance({ url }, { advance_days: 10 });
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ attempt_count: 1 });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const paid = await stripe.invoices.pay(invoice, { payment_method: card.id });
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 2_499 });
  expect(await now()).toBe('active');
});

test('nothing is to be paid by what stood for an invoice that is void', async () => {
  const { stripe, customer, invoice } = await pastDue();
  await stripe.invoices.voidInvoice(invoice);
  const [intent] = (await stripe.paymentIntents.list({ customer })).data;
  expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'void_invoice' });
  await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ statusCode: 400 });
});

test('a ready-made card that a customer is made with, and that is the default, pays', async () => {
  const { stripe } = await startTestSandbox();
  const { monthly } = await openShop(stripe);
  const card = 'pm_card_visa';
  const { id: customer } = await stripe.customers.create({
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  });
  const made = await stripe.subscriptions.create({ customer, items: [{ price: monthly.id }] });
  expect(made.status).toBe('active');
});
