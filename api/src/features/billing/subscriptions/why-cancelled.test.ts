import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeCustomers, subscriptions, users } from '../../../db/schema.ts';
import type { Client } from '../../../testing/client.ts';
import { holder } from '../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const figures = async () => (await admin.get('/admin/cancellations')).body.data;

it('counts why people cancel, shows their words, and forgets what is taken back or deleted', async () => {
  expect(await figures()).toEqual({ count: 0, unsaid: 0, reasons: [], comments: [] });
  const [one, two, silent] = await Promise.all([
    holder(server, 'portfolio', 'monthly'),
    holder(server, 'cataract', 'yearly'),
    holder(server, 'cataract', 'monthly'),
  ]);
  const cancel = ({ client, id }: typeof one, body?: object) =>
    client.post(`/user/subscriptions/${id}/cancel`, body);
  const why = { reason: 'too_expensive', comment: ' Too much for a trainee. ' };
  expect((await cancel(one, why)).status).toBe(200);
  await cancel(two, { reason: 'too_expensive' });
  await cancel(silent);
  const comment = {
    at: expect.any(String),
    product_name: 'Portfolio Builder',
    reason: 'too_expensive',
    comment: 'Too much for a trainee.',
    user_id: one.user.id,
  };
  expect(await figures()).toEqual({
    count: 3,
    unsaid: 1,
    reasons: [{ reason: 'too_expensive', count: 2 }],
    comments: [comment],
  });

  await cancel(two, { cancelSubscription: false });
  expect(await figures()).toMatchObject({ count: 2, reasons: [{ count: 1 }] });

  await admin.delete(`/admin/users/${one.user.id}`);
  await server.settled();
  await expect.poll(async () => (await figures()).comments).toEqual([]);
  const { stripe } = server.services;
  const left = async () => {
    const [ended] = (await stripe.subscriptions.list({ customer: one.customer, status: 'all' }))
      .data;
    return ended?.cancellation_details?.comment;
  };
  await expect.poll(left, { timeout: 10_000 }).toBeFalsy();
});

it('a sync that began before its customer was deleted brings nothing personal back', async () => {
  const one = await holder(server, 'portfolio', 'monthly');
  await one.client.post(`/user/subscriptions/${one.id}/cancel`, { comment: 'My own words.' });
  await server.settled();
  const { db } = server.services;
  // All is read from Stripe by the time it is written.
  const transaction: typeof db.transaction = async (write) => {
    await db
      .update(users)
      .set({ deletedAt: new Date(), deactivatedAt: new Date(), isActive: false })
      .where(eq(users.id, one.user.id));
    await db
      .update(stripeCustomers)
      .set({ card: null })
      .where(eq(stripeCustomers.id, one.customer));
    await db.update(subscriptions).set({ cancelComment: null }).where(eq(subscriptions.id, one.id));
    return db.transaction(write);
  };
  const late = Object.assign(Object.create(db), { transaction }) as typeof db;
  await syncCustomer({ ...server.services, db: late }, one.customer);
  const [customer] = await db
    .select()
    .from(stripeCustomers)
    .where(eq(stripeCustomers.id, one.customer));
  const held = await db.select().from(subscriptions).where(eq(subscriptions.id, one.id));
  expect([customer?.card, held[0]?.cancelComment]).toEqual([null, null]);
});

it('product B135: counts nobody whom support or a deactivation has ended', async () => {
  const before = await figures();
  const [stopped, ended] = await Promise.all([
    holder(server, 'portfolio', 'monthly'),
    holder(server, 'cataract', 'monthly'),
  ]);
  await admin.put(`/admin/users/${stopped.user.id}/status`, { isActive: false });
  const { stripe } = server.services;
  const [held] = (await stripe.subscriptions.list({ customer: ended.customer })).data;
  await stripe.subscriptions.update(held?.id ?? '', { cancel_at_period_end: true });
  await server.settled();
  expect((await ended.held()).cancel_at_period_end).toBe(true);
  expect(await figures()).toEqual(before);
  // Taken back and cancelled by its holder, without a word.
  const cancel = (body?: object) =>
    ended.client.post(`/user/subscriptions/${ended.id}/cancel`, body);
  await cancel({ cancelSubscription: false });
  await cancel();
  expect(await figures()).toEqual({
    ...before,
    count: before.count + 1,
    unsaid: before.unsaid + 1,
  });
});

it.each([
  [{ reason: 'boredom' }, 'Choose one of the reasons, or none'],
  [{ reason: 'other', comment: 'x'.repeat(301) }, 'Use 300 characters or fewer'],
])('refuses %j, and cancels nothing', async (body, error) => {
  const { client, id, held } = await holder(server, 'cataract', 'monthly');
  const answer = await client.post(`/user/subscriptions/${id}/cancel`, body);
  expect([answer.status, answer.body.error]).toEqual([422, error]);
  expect((await held()).cancel_at_period_end).toBe(false);
});
