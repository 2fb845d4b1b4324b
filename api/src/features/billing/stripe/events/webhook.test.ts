import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stripeEvents } from '../../../../db/schema.ts';
import type { Client } from '../../../../testing/client.ts';
import { payer } from '../../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { choice, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

const now = () => Math.floor(Date.now() / 1000);

function event(parts: object = {}): string {
  return JSON.stringify({
    id: `evt_${uuid()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: now(),
    data: { object: { object: 'subscription', customer: 'cus_nobody' } },
    ...parts,
  });
}

function sign(payload: string, { at = now(), secret }: { at?: number; secret?: string } = {}) {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    timestamp: at,
    secret: secret ?? server.services.env.STRIPE_WEBHOOK_SECRET,
  });
}

const deliver = (payload: string | Uint8Array, signature?: string) =>
  server.client.post(
    '/webhooks/stripe',
    payload,
    signature === undefined ? {} : { 'stripe-signature': signature },
  );

const stored = (body: string) =>
  server.services.db.$count(stripeEvents, eq(stripeEvents.id, JSON.parse(body).id));

/** How many were refused for a cause, as an admin sees it. */
async function refused(cause: string): Promise<number> {
  const { webhooks } = (await admin.get('/admin/failures')).body;
  return webhooks.find((row: { cause: string }) => row.cause === cause)?.count ?? 0;
}

describe('the webhook', () => {
  it.each([
    ['without a signature', 'unsigned', () => undefined],
    [
      'with a forged signature',
      'forged',
      (body: string) => sign(body, { secret: 'whsec_somebody_elses' }),
    ],
    ['older than 300 seconds', 'old', (body: string) => sign(body, { at: now() - 301 })],
    ['from the future', 'future', (body: string) => sign(body, { at: now() + 310 })],
    [
      'that is old, said to be new',
      'old',
      (body: string) => `t=${now()},${sign(body, { at: now() - 301 })}`,
    ],
    ['signed for another body', 'forged', () => sign(event())],
    ['with a signature that is none', 'forged', () => 't=now,v1=yes'],
  ])('refuses an event %s, stores nothing and counts it: %s', async (_what, cause, signature) => {
    const body = event();
    const before = await refused(cause);
    const reply = await deliver(body, signature(body));
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(/signature/);
    expect(await stored(body)).toBe(0);
    await expect.poll(() => refused(cause), { timeout: 10_000 }).toBe(before + 1);
    expect(server.logged.join('')).toMatch(
      new RegExp(`"level":40.*"cause":"${cause}".*webhooks refused`),
    );
  });

  it.each<[string, unknown]>([
    ['data', undefined],
    ['data', {}],
    ['data', { object: null }],
    ['data', { object: { object: 'subscription', customer: 7 } }],
    ['data', { object: { object: 'customer', id: { id: 'cus_1' } } }],
    ['created', undefined],
    ['created', 'yesterday'],
    ['created', 1e300],
    ['id', undefined],
    ['id', `evt_${'x'.repeat(300)}`],
    ['id', 'evt_\0'],
    ['type', null],
  ])('refuses a signed event whose %s is %o', async (part, value) => {
    const body = event({ [part]: value });
    expect((await deliver(body, sign(body))).status).toBe(400);
  });

  it.each(['null', '7', '[]', '"evt_1"'])('refuses a signed body that says %s', async (body) => {
    expect((await deliver(body, sign(body))).status).toBe(400);
  });

  it.each([
    ['almost 300 seconds ago', -285],
    ['almost 300 seconds ahead', 285],
  ])('takes an event signed %s', async (_what, seconds) => {
    const body = event();
    expect((await deliver(body, sign(body, { at: now() + seconds }))).status).toBe(200);
    expect(await stored(body)).toBe(1);
  });

  it('refuses a signed body that is not an event', async () => {
    const reply = await deliver('not json', sign('not json'));
    expect(reply.status).toBe(400);
  });

  it('refuses more than a mebibyte', async () => {
    const body = event({ padding: 'x'.repeat(1_100_000) });
    expect((await deliver(body, sign(body))).status).toBe(413);
  });

  it('takes a burst, each event once, and keeps one that cannot be stored from holding up the rest', async () => {
    const burst = Array.from({ length: 30 }, () => event());
    const all = [...burst, ...burst, ...burst];
    // As a row that the database will not take for a reason of its own.
    const { db } = server.services;
    await db.execute(sql`alter table stripe_events add check (type <> 'unfit')`);
    const unfit = event({ type: 'unfit' });
    const replies = await Promise.all([...all, unfit].map((body) => deliver(body, sign(body))));
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
      const body = event(parts);
      expect((await deliver(body, sign(body))).status).toBe(200);
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
      const body = event({ data: { object, previous_attributes } });
      expect((await deliver(body, sign(body))).status).toBe(200);
      const [row] = await server.services.db
        .select()
        .from(stripeEvents)
        .where(eq(stripeEvents.id, JSON.parse(body).id));
      expect([object, row?.customerId]).toEqual([object, found]);
    }
  });

  it('stores an event once, however often and at once it comes', async () => {
    const body = event();
    const replies = await Promise.all(Array.from({ length: 20 }, () => deliver(body, sign(body))));
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
    const body = event({ data: { object: { object: 'subscription', customer } } });
    expect((await deliver(body, sign(body))).status).toBe(200);
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
});

describe('while Stripe is away', () => {
  it('a checkout says so clearly and leaves no open checkout behind', async () => {
    const away = await startTestServer();
    try {
      const { client } = await away.client.newUser();
      await away.closeSandbox();
      const reply = await client.post('/subscriptions/checkout', choice('portfolio', 'yearly'));
      expect(reply.status).toBe(503);
      expect(reply.body.error).toMatch(/cannot be reached right now. Nothing was changed/);
      expect((await client.get('/user/subscriptions')).body.subscriptions).toEqual([]);
    } finally {
      await away.close();
    }
  });

  it('a cancellation says so clearly and is not half done', async () => {
    const away = await startTestServer();
    try {
      const { client } = await away.client.newUser();
      await subscribe(client, 'portfolio', 'yearly');
      await away.settled();
      await away.closeSandbox();
      const held = async () => (await client.get('/user/subscriptions')).body.subscriptions;
      const before = await held();
      const reply = await client.post(`/user/subscriptions/${before[0].id}/cancel`);
      expect(reply.status).toBe(503);
      expect(reply.body.error).toMatch(/cannot be reached right now. Nothing was changed/);
      expect(await held()).toEqual(before);
    } finally {
      await away.close();
    }
  });
});
