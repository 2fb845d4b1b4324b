import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeEvents } from '../../../db/schema.ts';
import type { Client } from '../../../testing/client.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** Somebody whose one payment is disputed; `subscription` as the account at Stripe is set. */
async function disputed(subscription: 'ends' | 'stays') {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly');
  await advanceDays(server, 8);
  const { stripe } = server.services;
  const customer = await customerOf(server, user.id);
  const [charge] = (await stripe.charges.list({ customer })).data;
  await sandboxPost(server, '/sandbox/disputes', { charge: charge?.id, subscription });
  const [dispute] = (await stripe.disputes.list({ charge: charge?.id ?? '' })).data;
  const money = async () => {
    const { payments, stats } = (await admin.get(`/admin/payments?user=${user.id}`)).body;
    return [payments[0].status, stats.successAmount];
  };
  const held = async () => (await client.get('/user/subscriptions')).body.subscriptions[0].status;
  return { client, user, dispute: dispute?.id ?? '', money, held };
}

it('a disputed payment ends what it paid for, and once lost is money given back', async () => {
  const { client, user, dispute, money, held } = await disputed('ends');
  await expect.poll(held).toBe('expired');
  expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(false);
  expect(await money()).toEqual(['success', 14.99]);
  const ended = (await mailsTo(server, user.email)).filter(({ subject }) => /ended/.test(subject));
  expect(ended.map(({ text }) => /taken back/.test(text))).toEqual([true]);

  await server.services.stripe.disputes.close(dispute);
  await expect.poll(money, { timeout: 15_000 }).toEqual(['refunded', 0]);
  expect((await client.get('/user/payments')).body.payments).toMatchObject([
    { status: 'refunded' },
  ]);
});

it('a dispute that is won changes no figure, and takes no access where the account leaves it', async () => {
  const { dispute, money, held } = await disputed('stays');
  expect(await held()).toBe('active');
  const evidence = { uncategorized_text: 'winning_evidence' };
  expect((await server.services.stripe.disputes.update(dispute, { evidence })).status).toBe('won');
  const { db } = server.services;
  const heard = () =>
    db.$count(stripeEvents, eq(stripeEvents.type, 'charge.dispute.funds_reinstated'));
  await expect.poll(heard, { timeout: 15_000 }).toBe(1);
  await server.settled();
  expect([await held(), ...(await money())]).toEqual(['active', 'success', 14.99]);
});
