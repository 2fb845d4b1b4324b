import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { stripeEvents } from '../../../../db/schema.ts';
import type { Client } from '../../../../testing/client.ts';
import { payer } from '../../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import {
  deliverBody,
  eventBody,
  signBody,
  timesStored,
} from '../../../../testing/stripe-events.ts';
import { customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const deliver = (body: string) => deliverBody(server, body, signBody(server, body));
const stored = (body: string) => timesStored(server, body);

it('takes a burst, each event once, and keeps one that cannot be stored from holding up the rest', async () => {
  const burst = Array.from({ length: 30 }, () => eventBody());
  const all = [...burst, ...burst, ...burst];
  // As a row that the database will not take for a reason of its own.
  const { db } = server.services;
  await db.execute(sql`alter table stripe_events add check (type <> 'unfit')`);
  const unfit = eventBody({ type: 'unfit' });
  const replies = await Promise.all([...all, unfit].map((body) => deliver(body)));
  expect(replies.map(({ status }) => status)).toEqual([...all.map(() => 200), 500]);
  for (const body of burst) expect(await stored(body)).toBe(1);
  await server.settled();
  const open = sql`${stripeEvents.processedAt} is null`;
  expect(await server.services.db.$count(stripeEvents, open)).toBe(0);
});

it('takes a type it does not know, a foreign customer, and an event about nobody', async () => {
  for (const parts of [
    { type: 'moon.phase.changed' },
    { data: { object: { object: 'price', id: 'price_1' } } },
    {},
  ]) {
    const body = eventBody(parts);
    expect((await deliver(body)).status).toBe(200);
  }
  await server.settled();
});

it('finds whose it is by the payment, or by whose it was, where that is all that an event names', async () => {
  const { customer } = await payer(server, 'cataract', 'monthly', 8);
  const [charge] = (await server.services.stripe.charges.list({ customer })).data;
  const named: [object, string | null, object?][] = [
    [{ object: 'dispute', charge: charge?.id }, customer],
    [{ object: 'refund', customer: null, charge: { id: charge?.id } }, customer],
    [{ object: 'radar.early_fraud_warning', charge: charge?.id }, customer],
    [{ object: 'review', charge: null, payment_intent: charge?.payment_intent }, customer],
    [{ object: 'dispute', charge: 'ch_of_nobody' }, null],
    [{ object: 'charge', customer: null, payment_intent: charge?.payment_intent }, null],
    [{ object: 'payment_method', customer: null }, customer, { customer }],
  ];
  for (const [object, found, previous_attributes] of named) {
    const body = eventBody({ data: { object, previous_attributes } });
    expect((await deliver(body)).status).toBe(200);
    const [row] = await server.services.db
      .select()
      .from(stripeEvents)
      .where(eq(stripeEvents.id, JSON.parse(body).id));
    expect([object, row?.customerId]).toEqual([object, found]);
  }
});

it('stores an event once, however often and at once it comes', async () => {
  const body = eventBody();
  const replies = await Promise.all(Array.from({ length: 20 }, () => deliver(body)));
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await stored(body)).toBe(1);
});

it('tries again what Stripe could not answer; until then an admin sees it waiting', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  const customer = await customerOf(server, user.id);
  const waiting = async () =>
    (await admin.get('/admin/events')).body.events.map(({ id }: { id: string }) => id);
  const { subscriptions } = server.services.stripe;
  const list = vi.spyOn(subscriptions, 'list').mockImplementation(() => {
    throw new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' });
  });
  onTestFinished(() => list.mockRestore());
  const body = eventBody({ data: { object: { object: 'subscription', customer } } });
  expect((await deliver(body)).status).toBe(200);
  await expect.poll(() => list.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(await waiting()).toContain(JSON.parse(body).id);
  list.mockRestore();
  await expect.poll(waiting, { timeout: 25_000 }).toEqual([]);
});

it.each(['duplicate', 'reorder'])('leads to the same rows in mode %s', async (mode) => {
  await sandboxPost(server, '/sandbox/webhooks', { mode });
  const { client } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  const { body } = await client.get('/user/subscriptions');
  expect(body.subscriptions).toHaveLength(1);
  expect(body.subscriptions[0].status).toBe('trial');
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
});
