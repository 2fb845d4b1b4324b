import { expect, test } from 'vitest';
import { DAY } from '../clock/day.ts';
import { advance, startTestSandbox } from '../testing/harness.ts';
import { openShop } from '../testing/shop.ts';

test('a card pays to the end of the month it names, by the clock of the sandbox, and not after it', async () => {
  const { url, stripe } = await startTestSandbox();
  const { customer, monthly } = await openShop(stripe);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    default_payment_method: card.id,
  });
  const latest = async () => (await stripe.charges.list({ customer: customer.id })).data[0];
  const begun = new Date(((await latest())?.created ?? 0) * 1000);
  const next = new Date(Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + 1, 1));
  await stripe.paymentMethods.update(card.id, {
    card: { exp_month: next.getUTCMonth() + 1, exp_year: next.getUTCFullYear() },
  });
  await advance({ url }, { advance_to: begun.getTime() / 1000 + 32 * DAY });
  expect(await latest()).toMatchObject({ paid: true });
  expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(2);
  await advance({ url }, { advance_to: begun.getTime() / 1000 + 63 * DAY });
  expect(await latest()).toMatchObject({
    paid: false,
    failure_code: 'expired_card',
    failure_message: 'Your card has expired.',
  });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
});
