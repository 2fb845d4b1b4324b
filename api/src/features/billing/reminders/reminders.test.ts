import { formatLongDate } from 'contract/format';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails, stripeCustomers } from '../../../db/schema.ts';
import { holder } from '../../../testing/holder.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, sandboxPost } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';
import { remind } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function mailsAbout(email: string, words: RegExp) {
  return (await mailsTo(server, email)).filter(({ subject }) => words.test(subject));
}

/** So many days before a moment, by Stripe's clock. Days of London count: two hours of one may be in the next. */
async function advanceTo(date: string, daysBefore: number): Promise<void> {
  const at = Date.parse(date) - daysBefore * 86_400_000;
  await advanceDays(server, (at - server.services.stripeClock.now().getTime()) / 86_400_000);
}

it('a yearly renewal is told of 14 days ahead, once, with amount, day, card and the way to end it', async () => {
  const { services } = server;
  const { user, customer, held } = await holder(server, 'cataract', 'yearly');
  await advanceDays(server, 8);
  const { next_charge } = await held();
  const day = formatLongDate(next_charge.date);
  const told = () => mailsAbout(user.email, /renews on/);
  await advanceTo(next_charge.date, 15.1);
  expect(await told()).toEqual([]);
  await advanceTo(next_charge.date, 13.5);
  const [reminder] = await told();
  expect(reminder?.subject).toBe(`Your Cataract Connect renews on ${day}`);
  for (const part of [reminder?.text, reminder?.html]) {
    for (const said of ['£150.00', day, 'Visa ending in 4242', '12/2099', '/user/subscriptions']) {
      expect(part).toContain(said);
    }
    expect(part).toContain('cancel under My Subscriptions before that day');
    expect(part?.split(/\/user\/subscriptions\b/)).toHaveLength(2);
    expect(part).toContain('withdraw within 14 days after the renewal');
  }
  await Promise.all([remind(services), reconcile(services), syncCustomer(services, customer)]);
  await advanceDays(server, 1);
  expect(await told()).toHaveLength(1);
  await advanceDays(server, 13);
  expect(await mailsAbout(user.email, /^Receipt/)).toHaveLength(2);
  const { next_charge: following } = await held();
  await advanceTo(following.date, 13);
  expect(await told()).toHaveLength(2);
});

it('of a monthly plan the sixth renewal is told of, and none that was cancelled', async () => {
  const { user, held, client, id } = await holder(server, 'cataract', 'monthly');
  const other = await holder(server, 'cataract', 'monthly');
  await advanceDays(server, 8);
  const nextCharge = async () => (await held()).next_charge.date;
  const told = (email: string) => mailsAbout(email, /renews on/);
  for (let renewals = 0; renewals < 5; renewals += 1) await advanceTo(await nextCharge(), -1);
  expect(await told(user.email)).toEqual([]);
  await other.client.post(`/user/subscriptions/${other.id}/cancel`);
  const renewal = await nextCharge();
  await advanceTo(renewal, 15.1);
  expect(await told(user.email)).toEqual([]);
  await advanceTo(renewal, 13.5);
  const day = formatLongDate(renewal);
  const [reminder] = await told(user.email);
  expect(reminder?.subject).toBe(`Your Cataract Connect renews on ${day}`);
  expect(reminder?.text).not.toContain('withdraw');
  expect(await told(other.user.email)).toEqual([]);
  // Whoever goes on after all is told then.
  await client.post(`/user/subscriptions/${id}/cancel`);
  await client.post(`/user/subscriptions/${id}/cancel`, { cancelSubscription: false });
  expect(await told(user.email)).toHaveLength(1);
});

it('a card that expires before the next charge is told of a month ahead, once for each card', async () => {
  const { services } = server;
  const { stripe, db } = services;
  const { user, customer, held } = await holder(server, 'portfolio', 'yearly');
  await advanceDays(server, 31);
  const { next_charge } = await held();
  const told = () => mailsAbout(user.email, /card expires/);
  const { card } = (
    await db.select().from(stripeCustomers).where(eq(stripeCustomers.id, customer))
  )[0] as { card: { id: string } };
  const month = new Date(Date.parse(next_charge.date) - 40 * 86_400_000);
  await stripe.paymentMethods.update(card.id, {
    card: { exp_month: month.getUTCMonth() + 1, exp_year: month.getUTCFullYear() },
  });
  await advanceTo(next_charge.date, 33);
  expect(await told()).toEqual([]);
  // The news of time may be lost: then the next look at all finds what is due.
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
  await advanceTo(next_charge.date, 30.5);
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
  await remind(services, new Date(Date.parse(next_charge.date) - 30 * 86_400_000));
  await server.settled();
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your card expires before your next Portfolio Builder payment');
  for (const said of ['Visa ending in 4242', '£250.00', formatLongDate(next_charge.date)]) {
    expect(mail?.text).toContain(said);
  }
  await reconcile(services);
  await remind(services);
  await server.settled();
  expect(await told()).toHaveLength(1);
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await advanceTo(next_charge.date, 13);
  const [reminder] = await mailsAbout(user.email, /renews on/);
  expect(reminder?.text).not.toContain(`expires ${month.getUTCMonth() + 1}`);
  expect(await told()).toHaveLength(1);
  const cause = like(outgoingEmails.cause, 'renewal-reminder:%');
  expect(await db.$count(outgoingEmails, cause)).toBeGreaterThan(0);
});
