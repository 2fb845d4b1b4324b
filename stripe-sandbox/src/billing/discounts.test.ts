import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { CARDS, openCheckout, openShop, submitCard, subscribe } from '../testing/shop.ts';

async function open() {
  const sandbox = await startTestSandbox();
  const shop = await openShop(sandbox.stripe);
  const { stripe } = sandbox;
  const invoices = async () =>
    (await stripe.invoices.list({ customer: shop.customer.id })).data.map((one) => one.total);
  return { ...sandbox, shop, invoices };
}

test('a coupon takes its percentage or amount off once, for some months, or always', async () => {
  const { stripe, url, shop, invoices } = await open();
  const coupons: [Stripe.CouponCreateParams, number[]][] = [
    [{ percent_off: 50, duration: 'once' }, [2_499, 2_499, 1_249]],
    [
      { amount_off: 500, currency: 'gbp', duration: 'repeating', duration_in_months: 2 },
      [2_499, 1_999, 1_999],
    ],
    [{ percent_off: 12.5, duration: 'forever' }, [2_187, 2_187, 2_187]],
    [{ amount_off: 9_900, currency: 'gbp', duration: 'once' }, [2_499, 2_499, 0]],
  ];
  for (const [params, totals] of coupons) {
    const customer = await stripe.customers.create({ email: 'ada@example.test' });
    const coupon = await stripe.coupons.create(params);
    await subscribe(stripe, { ...shop, customer }, { discounts: [{ coupon: coupon.id }] });
    await advance({ url }, { advance_days: 63 });
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.map(({ total }) => total)).toEqual(totals);
    expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 1 });
    const { subscriptions } = (await stripe.customers.retrieve(customer.id, {
      expand: ['subscriptions'],
    })) as Stripe.Customer;
    expect(subscriptions?.data[0]?.discounts).toHaveLength(params.duration === 'forever' ? 1 : 0);
  }
  expect(await invoices()).toEqual([]);
});

test('a checkout with a promotion code shows what is taken off, also of the tax', async () => {
  const { stripe, shop } = await open();
  await stripe.prices.update(shop.yearly.id, { tax_behavior: 'inclusive' });
  const { id } = await stripe.coupons.create({ percent_off: 10, max_redemptions: 1 });
  const code = await stripe.promotionCodes.create({
    ...{ code: 'TEN', promotion: { type: 'coupon', coupon: id } },
  });
  const start = () =>
    openCheckout(stripe, shop, {
      line_items: [{ price: shop.yearly.id, quantity: 1 }],
      automatic_tax: { enabled: true },
      customer_update: { address: 'auto' },
      discounts: [{ promotion_code: code.id }],
    });
  const session = await start();
  expect(session).toMatchObject({
    ...{ amount_subtotal: 25_000, amount_total: 22_500 },
    discounts: [{ coupon: id, promotion_code: code.id }],
  });
  const page = await (await fetch(session.url ?? '')).text();
  for (const words of ['Discount', '-£25.00', '£187.50', '£37.50', '£225.00'])
    expect(page).toContain(words);
  const place = { line1: '1 Guy Street', city: 'London', postal_code: 'SE1 1AA' };
  await submitCard(session.url ?? '', CARDS.pays, place);
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['invoice', 'invoice.discounts', 'invoice.discounts.source.coupon'],
  });
  expect(done).toMatchObject({
    total_details: { amount_discount: 2_500, amount_tax: 3_750 },
    invoice: {
      ...{ amount_paid: 22_500, subtotal: 25_000, total_excluding_tax: 18_750 },
      discounts: [{ promotion_code: code.id, source: { coupon: { percent_off: 10 } } }],
      lines: { data: [{ amount: 25_000, discount_amounts: [{ amount: 2_500 }] }] },
    },
  });
  await expect(start()).rejects.toMatchObject({ code: 'coupon_expired' });
});

test('a change gives credit for what was paid, not for what was taken off', async () => {
  const { stripe, shop, invoices } = await open();
  const { id: coupon } = await stripe.coupons.create({ percent_off: 40, duration: 'once' });
  const held = await subscribe(stripe, shop, { discounts: [{ coupon }] });
  const item = held.items.data[0]?.id ?? '';
  await stripe.subscriptions.update(held.id, { items: [{ id: item, price: shop.yearly.id }] });
  expect(await invoices()).toEqual([25_000 - 1_499, 1_499]);
});

test('a credit note lowers what is owed, and gives back what was paid in the ways it says', async () => {
  const { stripe, shop } = await open();
  const { id: customer } = shop.customer;
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const unpaid = await subscribe(stripe, shop, { default_payment_method: bad.id });
  const owed = String(unpaid.latest_invoice);
  const first = await stripe.creditNotes.create({ invoice: owed, amount: 499 });
  expect(first).toMatchObject({
    ...{ type: 'pre_payment', pre_payment_amount: 499, status: 'issued' },
    number: expect.stringMatching(/-CN-01$/),
  });
  expect(await stripe.invoices.retrieve(owed)).toMatchObject({
    ...{ status: 'open', total: 2_499, amount_due: 2_000, amount_remaining: 2_000 },
  });
  await stripe.invoices.pay(owed, { payment_method: 'pm_card_visa' }).catch(() => undefined);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.invoices.pay(owed, { payment_method: card.id }).catch(() => undefined);
  const paid = await stripe.invoices.retrieve(owed, { expand: ['payments'] });
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 2_000 });
  await expect(
    stripe.creditNotes.create({ invoice: owed, amount: 900, refund_amount: 100 }),
  ).rejects.toThrow('post payment amount, 900');
  const note = await stripe.creditNotes.create({
    ...{ invoice: owed, amount: 1_000, reason: 'product_unsatisfactory' },
    ...{ refund_amount: 600, credit_amount: 300, out_of_band_amount: 100 },
  });
  expect(note).toMatchObject({ type: 'post_payment', refunds: [{ amount_refunded: 600 }] });
  const [charge] = (await stripe.charges.list({ customer })).data;
  expect(charge).toMatchObject({ amount: 2_000, amount_refunded: 600 });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -300 });
  expect(await stripe.invoices.retrieve(owed)).toMatchObject({
    ...{ pre_payment_credit_notes_amount: 499, post_payment_credit_notes_amount: 1_000 },
  });
  const { data } = await stripe.creditNotes.list({ invoice: owed });
  expect(data.map(({ amount }) => amount)).toEqual([1_000, 499]);
  const whole = await subscribe(stripe, shop, { default_payment_method: bad.id });
  const all = String(whole.latest_invoice);
  await stripe.creditNotes.create({ invoice: all, amount: 2_199 });
  expect(await stripe.invoices.retrieve(all)).toMatchObject({ status: 'paid', amount_paid: 0 });
});
