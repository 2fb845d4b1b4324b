import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeCustomers } from '../../db/schema.ts';
import { choice } from '../../testing/choice.ts';
import type { Client } from '../../testing/client.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../testing/subscriber.ts';
import { reconcile } from './reconciliation/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Somebody whose year was changed to months, and who has what is left of it to their credit. */
async function withCredit() {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'yearly');
  await advanceDays(server, 8);
  const { body } = await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
  await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
  await client.post('/user/subscriptions/refresh');
  return { client, user };
}

/** Leaves just so much credit (pence), as support does at Stripe's dashboard. */
async function leaveCredit(userId: string, client: Client, pence: number): Promise<void> {
  const { stripe } = server.services;
  const customer = await customerOf(server, userId);
  const { balance } = (await stripe.customers.retrieve(customer)) as { balance: number };
  const amount = -balance - pence;
  await stripe.customers.createBalanceTransaction(customer, { amount, currency: 'gbp' });
  await client.post('/user/subscriptions/refresh');
}

const mine = async (client: Client) => (await client.get('/user/subscriptions')).body;
const receipts = async (email: string) =>
  (await mailsTo(server, email)).filter(({ subject }) => subject.startsWith('Receipt'));

it('product B30: credit is told wherever a charge is, before it and after', async () => {
  const { client, user } = await withCredit();
  await leaveCredit(user.id, client, 1417);
  const { credit, subscriptions } = await mine(client);
  expect(credit).toBe(14.17);
  expect(subscriptions[0]).toMatchObject({
    price: 14.99,
    next_charge: { amount: 0.82, credit: 14.17 },
  });
  const { next_billing } = (await client.get('/users/dashboard-stats')).body.data;
  expect(next_billing).toMatchObject({ amount: 0.82, credit: 14.17 });
  const admin = await server.admin();
  const file = await admin.get(`/admin/users/${user.id}/history`);
  expect(file.body.data.credit).toBe(14.17);
  // Taking a cancellation back names the next charge.
  const path = `/user/subscriptions/${subscriptions[0].id}/cancel`;
  await client.post(path);
  await client.post(path, { cancelSubscription: false });
  const undone = (await mailsTo(server, user.email)).at(-1);
  expect(undone?.text).toContain('£14.17 of credit pays part: £0.82 will be charged.');

  await advanceDays(server, 32);
  const [payment] = (await client.get('/user/payments')).body.payments;
  expect(payment).toMatchObject({ amount: 0.82, credit: 14.17, status: 'success' });
  const receipt = (await receipts(user.email)).at(-1);
  expect(receipt?.text).toContain('Amount: £0.82\nPaid with credit: £14.17\nCredit left: £0.00');
  expect((await mine(client)).credit).toBe(0);
});

it('product B30: what credit pays for alone is told of, and is no payment', async () => {
  const { client, user } = await withCredit();
  await leaveCredit(user.id, client, 2000);
  const before = (await client.get('/user/payments')).body.payments.length;
  const [subscription] = (await mine(client)).subscriptions;
  expect(subscription.next_charge).toMatchObject({ amount: 0, credit: 14.99 });
  await advanceDays(server, 32);
  expect((await client.get('/user/payments')).body.payments).toHaveLength(before);
  const receipt = (await receipts(user.email)).at(-1);
  expect(receipt?.text).toContain('Your credit has paid for it.');
  expect(receipt?.text).toContain('Amount: £0.00\nPaid with credit: £14.99\nCredit left: £5.01');
});

it('product B30: in the hour in which a renewal is still to be charged, its credit is not told for the next', async () => {
  const { client, user } = await withCredit();
  await leaveCredit(user.id, client, 2000);
  const { next_charge } = (await mine(client)).subscriptions[0];
  const renewed = new Date(next_charge.date).getTime() / 1000 + 60;
  await sandboxPost(server, '/sandbox/clock', { advance_to: renewed });
  await server.settled();
  const { credit, subscriptions } = await mine(client);
  expect(subscriptions[0].next_charge).toMatchObject({ amount: 9.98, credit: 5.01 });
  expect(credit).toBe(5.01);
  await sandboxPost(server, '/sandbox/clock', { advance_days: 1 });
  await server.settled();
  const after = await mine(client);
  expect(after.subscriptions[0].next_charge).toMatchObject({ amount: 9.98, credit: 5.01 });
  expect(after.credit).toBe(5.01);
});

it('product B30: what is left at the end of the last subscription is named, with the way to it', async () => {
  const { client, user } = await withCredit();
  await leaveCredit(user.id, client, 2417);
  const [subscription] = (await mine(client)).subscriptions;
  await client.post(`/user/subscriptions/${subscription.id}/cancel`);
  await advanceDays(server, 32);
  const { credit, subscriptions } = await mine(client);
  expect([credit, subscriptions[0].next_charge]).toEqual([24.17, null]);
  const mails = await mailsTo(server, user.email);
  const ended = mails.find(({ subject }) => subject.includes('has ended'));
  expect(ended?.text).toContain('You have £24.17 of credit left.');
  expect(ended?.text).toContain('To have it paid back instead, write to');
  // Given back at Stripe, of the payment it came from, it goes by itself.
  const { stripe } = server.services;
  const { data } = await stripe.charges.list({ customer: await customerOf(server, user.id) });
  await stripe.refunds.create({ charge: data.at(-1)?.id ?? '', amount: 2417 });
  await client.post('/user/subscriptions/refresh');
  await expect.poll(async () => (await mine(client)).credit, { timeout: 10_000 }).toBe(0);
});

it('product B30: the confirmation of a subscription says what credit pays of its first charge', async () => {
  const { client, user } = await withCredit();
  await leaveCredit(user.id, client, 2417);
  const cancelAll = async () => {
    const { subscriptions } = await mine(client);
    for (const { id } of subscriptions) await client.post(`/user/subscriptions/${id}/cancel`);
  };
  const confirmed = async () =>
    (await mailsTo(server, user.email))
      .filter(({ subject }) => /has started$/.test(subject))
      .at(-1);
  await cancelAll();
  await advanceDays(server, 32);
  // Its trial is used up.
  await subscribe(client, 'cataract', 'monthly');
  await server.settled();
  const paid = await confirmed();
  expect(paid?.subject).toBe('Your Cataract Connect subscription has started');
  expect(paid?.text).toMatch(/First charge: £0\.00 on .*\nPaid with credit: £14\.99\n/);
  await cancelAll();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  const trial = await confirmed();
  expect(trial?.subject).toBe('Your free trial of Portfolio Builder has started');
  expect(trial?.text).toContain('£9.18 of credit pays part: £15.81 will be charged.');
  expect(trial?.text).toContain('First charge: £15.81 on');
});

it('product B55: a balance that differs from Stripe’s is found and repaired', async () => {
  const { client, user } = await withCredit();
  await leaveCredit(user.id, client, 1417);
  const { db } = server.services;
  const where = eq(stripeCustomers.userId, user.id);
  await db.update(stripeCustomers).set({ balance: -99_999 }).where(where);
  expect((await mine(client)).credit).toBe(999.99);
  await reconcile(server.services);
  expect((await mine(client)).credit).toBe(14.17);
});

it('product B30: nothing is said of credit that is not known', async () => {
  const { client } = await server.client.newUser();
  expect((await mine(client)).credit).toBeNull();
});
