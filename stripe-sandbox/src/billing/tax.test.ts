import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { CARDS, openCheckout, openShop, postForm, submitCard } from '../testing/shop.ts';
import { taxOn } from './tax.ts';

const LONDON = { line1: '1 Guy Street', city: 'London', postal_code: 'SE1 1AA', country: 'GB' };

/** A shop whose prices include their tax, and one price that does not. */
async function open() {
  const sandbox = await startTestSandbox();
  const shop = await openShop(sandbox.stripe);
  for (const { id } of [shop.monthly, shop.yearly]) {
    await sandbox.stripe.prices.update(id, { tax_behavior: 'inclusive' });
  }
  return { ...sandbox, shop };
}

const taxed: Partial<Stripe.Checkout.SessionCreateParams> = {
  automatic_tax: { enabled: true },
  billing_address_collection: 'required',
  customer_update: { address: 'auto', name: 'auto' },
  tax_id_collection: { enabled: true },
};

/** Net, tax and gross of an invoice, as its own fields have them. */
function sumsOf(invoice: Stripe.Invoice) {
  const tax = (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0);
  return [invoice.total_excluding_tax ?? 0, tax, invoice.total] as const;
}

test('tax that is included is a sixth in Great Britain, rounded once, and net and tax make the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (amount) => {
      const tax = taxOn({ amount, behaviour: 'inclusive', country: 'GB' });
      expect(Math.abs(tax - amount / 6)).toBeLessThanOrEqual(0.5);
      expect(taxOn({ amount: -amount, behaviour: 'inclusive', country: 'GB' }) + tax).toBe(0);
      expect(taxOn({ amount, behaviour: 'inclusive', country: 'FR' })).toBe(0);
    }),
  );
});

test('a checkout asks for the address, shows net, VAT and gross, and keeps who is billed', async () => {
  const { stripe, shop } = await open();
  const session = await openCheckout(stripe, shop, {
    ...taxed,
    line_items: [{ price: shop.yearly.id, quantity: 1 }],
  });
  expect(session).toMatchObject({
    automatic_tax: { enabled: true, status: 'requires_location_inputs' },
    tax_id_collection: { enabled: true, required: 'never' },
    total_details: { amount_tax: 0 },
  });
  const address = session.url ?? '';
  const page = await (await fetch(address)).text();
  for (const words of ['£208.33', 'VAT (20%)', '£41.67', '£250.00 per year', 'Address line 1'])
    expect(page).toContain(words);
  const unfilled = await submitCard(address, CARDS.pays, { tax_id: 'GB12' });
  expect(unfilled.status).toBe(422);
  const wrong = await unfilled.text();
  for (const words of ['Enter the postal code.', 'Enter a number such as GB123456789.'])
    expect(wrong).toContain(words);
  // Elsewhere the account collects none.
  const abroad = await submitCard(address, CARDS.pays, { country: 'FR' });
  expect(await abroad.text()).not.toContain('VAT (20%)');

  const business = { business_name: 'St Elsewhere Trust', tax_id: 'gb 123 4567 89' };
  const paid = await submitCard(address, CARDS.authenticates, { ...LONDON, ...business });
  const asks = new URL(paid.headers.get('location') ?? '', address).href;
  await postForm(asks, { outcome: 'complete' });
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items', 'invoice', 'customer', 'customer.tax_ids'],
  });
  expect(done).toMatchObject({
    ...{ amount_total: 25_000, total_details: { amount_tax: 4_167 } },
    automatic_tax: { status: 'complete' },
    customer_details: {
      ...{ name: 'St Elsewhere Trust', address: LONDON },
      tax_ids: [{ type: 'gb_vat', value: 'GB123456789' }],
    },
    line_items: { data: [{ amount_tax: 4_167, amount_total: 25_000 }] },
    customer: {
      name: 'St Elsewhere Trust',
      address: LONDON,
      tax_ids: { data: [{ country: 'GB' }] },
    },
    invoice: {
      automatic_tax: { enabled: true, status: 'complete', provider: 'stripe' },
      customer_address: LONDON,
      customer_tax_ids: [{ type: 'gb_vat', value: 'GB123456789' }],
      lines: {
        data: [{ taxes: [{ amount: 4_167, taxable_amount: 20_833, tax_behavior: 'inclusive' }] }],
      },
    },
  });
  const invoice = done.invoice as Stripe.Invoice;
  expect(sumsOf(invoice)).toEqual([20_833, 4_167, 25_000]);
  const rate = invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate ?? '';
  expect(await stripe.taxRates.retrieve(rate)).toMatchObject({ percentage: 20, inclusive: true });
  const printed = await (await fetch(invoice.hosted_invoice_url ?? '')).text();
  for (const words of ['Excluding VAT', '£208.33', '£41.67', 'SE1 1AA', 'VAT number GB123456789'])
    expect(printed).toContain(words);
});

test('renewals, changes, credits and refunds keep net and tax together to the penny', async () => {
  const { stripe, shop, url } = await open();
  const { id: customer } = shop.customer;
  await stripe.customers.update(customer, {
    address: LONDON,
    invoice_settings: {
      footer: 'Fernlea Health Ltd\nVAT number: GB1',
      custom_fields: [{ name: 'Order', value: 'PO 7' }],
    },
  });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const bought = await stripe.subscriptions.create({
    ...{ customer, default_payment_method: card.id, automatic_tax: { enabled: true } },
    items: [{ price: shop.monthly.id }],
  });
  await advance({ url }, { advance_days: 40 });
  const item = bought.items.data[0]?.id ?? '';
  const preview = await stripe.invoices.createPreview({
    subscription: bought.id,
    subscription_details: {
      ...{ items: [{ id: item, price: shop.yearly.id }], proration_behavior: 'always_invoice' },
    },
  });
  await stripe.subscriptions.update(bought.id, { items: [{ id: item, price: shop.yearly.id }] });
  await stripe.subscriptions.cancel(bought.id, { prorate: true, invoice_now: true });
  const { data } = await stripe.invoices.list({ customer });
  expect(data).toHaveLength(4);
  for (const invoice of data) {
    const [net, tax, gross] = sumsOf(invoice);
    expect(net + tax).toBe(gross);
    const lines = invoice.lines.data.flatMap(({ taxes }) => taxes ?? []);
    expect(lines.reduce((sum, one) => sum + one.amount, 0)).toBe(tax);
    expect(Math.sign(tax)).toBe(Math.sign(invoice.total));
    expect(invoice).toMatchObject({
      footer: 'Fernlea Health Ltd\nVAT number: GB1',
      custom_fields: [{ name: 'Order', value: 'PO 7' }],
    });
  }
  const [, changed] = data;
  expect(sumsOf(changed as Stripe.Invoice)).toEqual(sumsOf(preview));
  const [charge] = (await stripe.charges.list({ customer })).data;
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 1_000 });
  expect(await stripe.invoices.retrieve(changed?.id ?? '')).toEqual(changed);
});

test('what cannot be worked out is refused, and an invoice without a place goes out without tax', async () => {
  const { stripe, shop, url } = await open();
  const { id: customer } = shop.customer;
  const opened = (given: Partial<Stripe.Checkout.SessionCreateParams>) =>
    openCheckout(stripe, shop, { ...taxed, ...given });
  const noAddress = opened({ customer_update: { name: 'auto' } });
  await expect(noAddress).rejects.toMatchObject({ code: 'customer_tax_location_invalid' });
  await expect(opened({ customer_update: { address: 'auto' } })).rejects.toThrow('business name');
  const unclear = await stripe.prices.create({
    ...{ product: shop.product.id, currency: 'gbp', unit_amount: 900 },
    recurring: { interval: 'month' },
  });
  const line_items = [{ price: unclear.id, quantity: 1 }];
  await expect(opened({ line_items })).rejects.toThrow('tax_behavior');

  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const start = () =>
    stripe.subscriptions.create({
      ...{ customer, default_payment_method: card.id, automatic_tax: { enabled: true } },
      items: [{ price: shop.monthly.id }],
    });
  await expect(start()).rejects.toMatchObject({ code: 'customer_tax_location_invalid' });
  await expect(
    stripe.customers.update(customer, { address: { country: 'UK' } }),
  ).rejects.toMatchObject({ code: 'country_code_invalid' });
  await stripe.customers.update(customer, { address: LONDON });
  await start();
  await stripe.customers.update(customer, { address: '' });
  await advance({ url }, { advance_days: 32 });
  const { data } = await stripe.invoices.list({ customer });
  expect(data).toMatchObject([
    {
      ...{ status: 'paid', total: 2_499, total_taxes: [] },
      automatic_tax: { enabled: false, disabled_reason: 'finalization_requires_location_inputs' },
    },
    { automatic_tax: { enabled: true, status: 'complete' } },
  ]);
});

test('tax that is not in the price comes on top, none is charged abroad or to who is exempt', async () => {
  const { stripe, shop } = await open();
  const { id: customer } = shop.customer;
  await stripe.customers.update(customer, { address: LONDON });
  const net = await stripe.prices.create({
    ...{ product: shop.product.id, currency: 'gbp', unit_amount: 1_000, tax_behavior: 'exclusive' },
    recurring: { interval: 'month' },
  });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const start = async () => {
    const { latest_invoice } = await stripe.subscriptions.create({
      ...{ customer, default_payment_method: card.id, automatic_tax: { enabled: true } },
      items: [{ price: net.id }],
    });
    return stripe.invoices.retrieve(String(latest_invoice));
  };
  const home = await start();
  expect(sumsOf(home)).toEqual([1_000, 200, 1_200]);
  expect(home).toMatchObject({ amount_paid: 1_200, subtotal: 1_000 });
  await stripe.customers.update(customer, { tax_exempt: 'exempt' });
  expect(await start()).toMatchObject({
    ...{ total: 1_000, total_taxes: [{ amount: 0, taxability_reason: 'customer_exempt' }] },
  });
  await stripe.customers.update(customer, {
    ...{ tax_exempt: 'none', address: { ...LONDON, country: 'FR' } },
  });
  expect(await start()).toMatchObject({
    ...{ total: 1_000, total_taxes: [{ amount: 0, taxability_reason: 'not_collecting' }] },
  });
  const settings = await stripe.tax.settings.retrieve();
  const { data } = await stripe.tax.registrations.list({ status: 'active' });
  expect([settings.status, data[0]?.country]).toEqual(['active', 'GB']);
});
