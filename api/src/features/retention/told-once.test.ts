import { readFileSync } from 'node:fs';
import { eq, notLike } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingEmails, stripeCustomers } from '../../db/schema.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import { choice } from '../../testing/choice.ts';
import { change, holder } from '../../testing/holder.ts';
import { cards } from '../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays } from '../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const day = 86_400;

/** The causes in the sources of the mails of a sync, as the texts before their first colon. */
const sources = ['subscription-mails', 'notices', 'trial-reminder', 'payment-mails'];
const causesOfSyncs = sources.flatMap((name) => {
  const url = new URL(`../billing/stripe/mails/${name}.ts`, import.meta.url);
  return [...readFileSync(url, 'utf8').matchAll(/`([a-z]+-[a-z]+(?:-[a-z]+)*):\$\{/g)].map(
    ([, cause]) => cause,
  );
});

async function syncAll(): Promise<void> {
  const { db } = server.services;
  for (const { id } of await db.select().from(stripeCustomers)) {
    await jobHandlers(server.services)['sync-customer']({ customerId: id });
  }
}

async function causes(): Promise<string[]> {
  const isOfSync = notLike(outgoingEmails.cause, 'welcome:%');
  const rows = await server.services.db.select().from(outgoingEmails).where(isOfSync);
  return [...new Set(rows.map(({ cause }) => cause.split(':')[0] ?? ''))];
}

/** Somebody whose card expires in a month of so many days from now. */
async function expiring(inDays: number) {
  const one = await holder(server, 'cataract', 'yearly');
  const { db, stripe, stripeClock } = server.services;
  const isTheirs = eq(stripeCustomers.id, one.customer);
  const [row] = await db.select().from(stripeCustomers).where(isTheirs);
  const last = new Date(stripeClock.now().getTime() + inDays * day * 1000);
  await stripe.paymentMethods.update(row?.card?.id ?? '', {
    card: { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() },
  });
  return one;
}

/** Somebody whose bank wants to be asked at every charge. */
async function asked(): Promise<void> {
  const { customer } = await holder(server, 'cataract', 'yearly');
  const { stripe } = server.services;
  const { id } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

it('nothing that a sync tells is told again once the record of the mail has gone', async () => {
  const { db, stripe, stripeClock } = server.services;
  const seen = new Set<string>();
  const pass = async (days: number) => {
    await advanceDays(server, days);
    for (const cause of await causes()) seen.add(cause);
  };
  const family = '4000 0082 6000 0000';
  await holder(server, 'portfolio', 'yearly', family);
  await holder(server, 'portfolio', 'yearly', family).catch(() => 'refused, as the page says');
  const extended = await holder(server, 'portfolio', 'yearly');
  const [held] = (await stripe.subscriptions.list({ customer: extended.customer })).data;
  const trialEnd = Math.floor(stripeClock.now().getTime() / 1000) + 700 * day;
  await stripe.subscriptions.update(held?.id ?? '', { trial_end: trialEnd });
  await (await holder(server, 'portfolio', 'yearly')).withdraw();
  const left = await holder(server, 'portfolio', 'yearly');
  await left.client.post(`/user/subscriptions/${left.id}/cancel`);
  const back = await holder(server, 'portfolio', 'monthly');
  await back.client.post(`/user/subscriptions/${back.id}/cancel`);
  await back.client.post(`/user/subscriptions/${back.id}/cancel`, { cancelSubscription: false });
  await holder(server, 'cataract', 'yearly', cards.failsLater);
  await asked();
  await expiring(330);
  for (const days of [5, 4, 19]) await pass(days);
  await change(server, back.client, choice('portfolio', 'yearly'));
  for (const days of [5, 330, 30]) await pass(days);
  expect([...seen]).toEqual(expect.arrayContaining([...new Set(causesOfSyncs)]));

  await advanceDays(server, 91);
  await db.delete(outgoingEmails);
  await syncAll();
  expect(await causes()).toEqual([]);
});
