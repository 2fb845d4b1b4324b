import { expect, test } from 'vitest';
import { advance, dispute, startTestSandbox, type TestSandbox } from '../testing/harness.ts';
import { openShop } from '../testing/shop.ts';

/** Somebody with a paid subscription, and the charge that paid it. */
async function subscriber({ stripe }: TestSandbox, token = 'pm_card_visa') {
  const { customer, monthly } = await openShop(stripe);
  const card = await stripe.paymentMethods.attach(token, { customer: customer.id });
  const held = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    default_payment_method: card.id,
  });
  const charge = async () => (await stripe.charges.list({ customer: customer.id })).data[0];
  return { id: held.id, charge, chargeId: (await charge())?.id ?? '' };
}

const eventsOf = async ({ stripe }: TestSandbox) => {
  const { data } = await stripe.events.list({ limit: 100 });
  const types = data.map(({ type }) => type).toReversed();
  return types.filter((type) => /dispute|deleted/.test(type));
};

test('a disputed payment ends its subscription at once, and evidence decides over the money', async () => {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const { id, charge, chargeId } = await subscriber(sandbox);
  await stripe.refunds.create({ charge: chargeId, amount: 499 });
  const { id: disputeId, amount } = await dispute(sandbox, chargeId);
  expect(amount).toBe(2_000);
  const ended = await stripe.subscriptions.retrieve(id);
  expect([ended.status, ended.cancellation_details?.reason]).toEqual([
    'canceled',
    'payment_disputed',
  ]);
  expect(await charge()).toMatchObject({ disputed: true, amount_refunded: 499 });
  await expect(stripe.refunds.create({ charge: chargeId })).rejects.toThrow('charged back');
  await expect(dispute(sandbox, chargeId)).rejects.toThrow('can still be disputed');

  const draft = { evidence: { uncategorized_text: 'winning_evidence' }, submit: false };
  expect(await stripe.disputes.update(disputeId, draft)).toMatchObject({
    status: 'needs_response',
  });
  const won = await stripe.disputes.update(disputeId, { ...draft, submit: true });
  expect(won.status).toBe('won');
  await expect(stripe.disputes.close(disputeId)).rejects.toThrow('already closed');
  expect(await eventsOf(sandbox)).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'customer.subscription.deleted',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]);
  await stripe.refunds.create({ charge: chargeId });
});

test('with the other setting of the account the subscription goes on; a loss keeps the money away', async () => {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const { id, chargeId } = await subscriber(sandbox);
  const open = await dispute(sandbox, chargeId, 'stays');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  expect((await stripe.disputes.close(open.id)).status).toBe('lost');
  expect((await stripe.disputes.list({ charge: chargeId })).data).toMatchObject([
    { id: open.id, status: 'lost' },
  ]);
  await expect(stripe.refunds.create({ charge: chargeId })).rejects.toThrow('charged back');
});

test('the card that disputes everything does so a day after each payment, unless that is back', async () => {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const { id, charge } = await subscriber(sandbox, 'pm_card_createDispute');
  expect(await charge()).toMatchObject({ disputed: false });
  await advance(sandbox, { advance_days: 2 });
  expect(await charge()).toMatchObject({ disputed: true });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');

  const other = await startTestSandbox();
  const back = await subscriber(other, 'pm_card_createDispute');
  await other.stripe.refunds.create({ charge: back.chargeId });
  await advance(other, { advance_days: 2 });
  expect(await back.charge()).toMatchObject({ disputed: false });
  expect((await other.stripe.subscriptions.retrieve(back.id)).status).toBe('active');
});
