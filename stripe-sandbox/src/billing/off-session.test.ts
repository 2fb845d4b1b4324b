import { expect, test } from 'vitest';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { CARDS, openCheckout, openShop, openTrial, postForm, submitCard } from '../testing/shop.ts';

/** A trial begun with the card that always asks, and confirmed at the bank, whose charge fell due. */
async function askedAtRenewal() {
  const { url, stripe } = await startTestSandbox();
  const shop = await openShop(stripe);
  const session = await openTrial(stripe, shop, 1);
  await submitCard(session.url ?? '', CARDS.alwaysAuthenticates);
  await postForm(`${session.url}/authenticate`, { outcome: 'complete' });
  await advance({ url }, { advance_days: 2 });
  const customer = shop.customer.id;
  const expand = ['data.payments', 'data.payments.data.payment.payment_intent'];
  const standing = async () => {
    const invoices = await stripe.invoices.list({ customer, limit: 1, expand });
    const subscriptions = await stripe.subscriptions.list({ customer });
    const [invoice, subscription] = [invoices.data[0], subscriptions.data[0]];
    if (!invoice || !subscription) throw new Error('nothing was renewed');
    return { invoice, status: subscription.status };
  };
  return { url, stripe, customer, standing, page: (await standing()).invoice.hosted_invoice_url };
}

test('a renewal on a card that always asks waits for its customer, without a charge', async () => {
  const { stripe, customer, standing } = await askedAtRenewal();
  const { invoice, status } = await standing();
  expect(status).toBe('past_due');
  expect(invoice).toMatchObject({
    ...{ status: 'open', attempt_count: 1 },
    payments: {
      data: [
        {
          payment: {
            payment_intent: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
          },
        },
      ],
    },
  });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  const { data } = await stripe.events.list({ limit: 100 });
  const asked = data.map(({ type }) => type).filter((type) => /action|payment_failed/.test(type));
  expect(asked.reverse()).toEqual([
    ...['payment_intent.requires_action', 'invoice.payment_action_required'],
    'invoice.payment_failed',
  ]);
  await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
    ...{ type: 'StripeCardError', statusCode: 402 },
    code: 'invoice_payment_intent_requires_action',
  });
});

test('what waits for its customer is paid once that confirms on the page of the invoice', async () => {
  const { page, standing } = await askedAtRenewal();
  expect(await (await fetch(page ?? '')).text()).toContain('Pay £24.99');
  const asked = await postForm(`${page}/pay`, {});
  expect(asked.headers.get('location')).toContain('/authenticate');
  const refused = await postForm(`${page}/authenticate`, { outcome: 'fail' });
  expect(await refused.text()).toContain('unable to authenticate');
  expect((await standing()).status).toBe('past_due');
  await postForm(`${page}/authenticate`, { outcome: 'complete' });
  const { invoice, status } = await standing();
  expect([invoice.status, status]).toEqual(['paid', 'active']);
  expect(await (await fetch(page ?? '')).text()).not.toContain('<button');
});

test('on the checkout it is asked once, and the first payment is taken', async () => {
  const { stripe } = await startTestSandbox();
  const session = await openCheckout(stripe, await openShop(stripe));
  await submitCard(session.url ?? '', CARDS.alwaysAuthenticates);
  await postForm(`${session.url}/authenticate`, { outcome: 'complete' });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    ...{ status: 'complete', payment_status: 'paid' },
  });
});
