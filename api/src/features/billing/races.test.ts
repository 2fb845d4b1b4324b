import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askingAgain } from '../../testing/asking-again.ts';
import { choice } from '../../testing/choice.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { payOn } from '../../testing/hosted-page.ts';
import { subjectsTo } from '../../testing/mails.ts';
import { startTestServer, startTwin, type TestServer } from '../../testing/server.ts';
import { deliverBody, signBody } from '../../testing/stripe-events.ts';
import { customerOf, sandboxPost, subscribe } from '../../testing/subscriber.ts';
import { reconcile } from './reconciliation/service.ts';
import { closeOldSessions } from './stripe/setup/old-sessions.ts';

/* Thirty requests at one moment, every other one to a second process. */

let server: TestServer;
let twin: Awaited<ReturnType<typeof startTwin>>;
beforeAll(async () => {
  server = await startTestServer();
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.close();
  await server.close();
});

async function newUser() {
  const { client, user, token } = await server.client.newUser();
  return { user, doors: [client, twin.client.withToken(token)] as const };
}

/**
 * PGlite takes one statement at a time: thirty would have the last ones wait longer than a person may. With more
 * than thirty, those who ask again on a busy machine would meet the limit of sixty checkouts an hour.
 */
const crowd = process.env.TEST_DATABASE === 'pglite' ? 12 : 30;

function allAtOnce(
  doors: readonly [Client, Client],
  send: (client: Client, n: number) => Promise<Reply>,
): Promise<Reply[]> {
  return Promise.all(
    Array.from({ length: crowd }, (_, n) =>
      askingAgain(() => send(n % 2 ? doors[0] : doors[1], n)),
    ),
  );
}

/** Sends every page that was handed out at once. What is paid or closed already has no form. */
async function payAtOnce(replies: Reply[]): Promise<void> {
  const pages: string[] = replies.flatMap(({ body }) => body.checkout_url ?? []);
  const tries = await Promise.allSettled(pages.map((page) => payOn(page)));
  expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true);
}

const statuses = (replies: Reply[]) => [...new Set(replies.map(({ status }) => status))].toSorted();

async function openSessions(userId: string): Promise<string[]> {
  const customer = await customerOf(server, userId);
  const { data } = await server.services.stripe.checkout.sessions.list({ customer, limit: 100 });
  return data.filter(({ status }) => status === 'open').map(({ id }) => id);
}

async function subscriptionsOf(userId: string): Promise<Stripe.Subscription[]> {
  const customer = await customerOf(server, userId);
  const list = { customer, status: 'all' as const };
  return (await server.services.stripe.subscriptions.list(list)).data;
}

async function expectNothingDiffers(): Promise<void> {
  await server.settled();
  const { differences } = await reconcile(server.services);
  expect(differences).toEqual([]);
}

describe('many at once', () => {
  it('that subscribe to one plan open one session, and pay it once', async () => {
    const { user, doors } = await newUser();
    const replies = await allAtOnce(doors, (client) =>
      client.post('/subscriptions/checkout', choice('portfolio', 'monthly')),
    );
    expect(statuses(replies)).toEqual([200]);
    const sessions = new Set(replies.map(({ body }) => body.session_id));
    expect(await openSessions(user.id)).toEqual([...sessions]);
    await payAtOnce(replies);
    expect(await subscriptionsOf(user.id)).toHaveLength(1);
    await expectNothingDiffers();
  });

  it('that subscribe to two plans leave one session that can be paid', async () => {
    const { user, doors } = await newUser();
    const replies = await allAtOnce(doors, (client, n) =>
      client.post(
        '/subscriptions/checkout',
        n % 4 < 2 ? choice('portfolio', 'monthly') : choice('combined', 'yearly'),
      ),
    );
    expect(statuses(replies).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await openSessions(user.id)).toHaveLength(1);
    await payAtOnce(replies);
    expect(await subscriptionsOf(user.id)).toHaveLength(1);
    await expectNothingDiffers();
  });

  it('that cancel end it once, with one mail', async () => {
    const { user, doors } = await newUser();
    await subscribe(doors[0], 'portfolio', 'monthly');
    const [held] = (await doors[0].get('/user/subscriptions')).body.subscriptions;
    const replies = await allAtOnce(doors, (client) =>
      client.post(`/user/subscriptions/${held.id}/cancel`),
    );
    expect(statuses(replies)).toEqual([200]);
    expect((await subscriptionsOf(user.id))[0]?.cancel_at_period_end).toBe(true);
    const subjects = await subjectsTo(server, user.email);
    expect(subjects.filter((subject) => /subscription ends on/.test(subject))).toHaveLength(1);
    await expectNothingDiffers();
  });

  it('that cancel and undo end in the state that Stripe has', async () => {
    const { user, doors } = await newUser();
    await subscribe(doors[0], 'portfolio', 'monthly');
    const [held] = (await doors[0].get('/user/subscriptions')).body.subscriptions;
    const replies = await allAtOnce(doors, (client, n) =>
      client.post(
        `/user/subscriptions/${held.id}/cancel`,
        n % 4 < 2 ? undefined : { cancelSubscription: false },
      ),
    );
    expect(statuses(replies).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    await server.settled();
    const [now] = (await doors[1].get('/user/subscriptions')).body.subscriptions;
    const [there] = await subscriptionsOf(user.id);
    expect(now.cancel_at_period_end).toBe(there?.cancel_at_period_end);
    await expectNothingDiffers();
  });

  it('that come as webhooks and as returns from the hosted page are one subscription', async () => {
    const { user, doors } = await newUser();
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
    const { body } = await doors[0].post('/subscriptions/checkout', choice('portfolio', 'monthly'));
    await payOn(body.checkout_url);
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
    const { data: events } = await server.services.stripe.events.list({ limit: 5 });
    const replies = await allAtOnce(doors, (client, n) => {
      if (n % 4 < 2) {
        return client.post('/subscriptions/checkout/confirm', { session_id: body.session_id });
      }
      const payload = JSON.stringify(events[n % events.length]);
      return deliverBody({ client }, payload, signBody(server, payload));
    });
    expect(statuses(replies)).toEqual([200]);
    await server.settled();
    const { subscriptions } = (await doors[1].get('/user/subscriptions')).body;
    expect(subscriptions.map(({ status }: { status: string }) => status)).toEqual(['trial']);
    const subjects = await subjectsTo(server, user.email);
    expect(subjects.filter((subject) => /trial/i.test(subject))).toHaveLength(1);
    await expectNothingDiffers();
  });
});

it('a checkout left open at a price of before is not used again, and closed when the prices are synced', async () => {
  const { prices, stripe } = server.services;
  const plan = choice('portfolio', 'monthly');
  const old = await stripe.prices.create({
    product: plan.product_id,
    currency: 'gbp',
    unit_amount: 9_900,
    recurring: { interval: 'month' },
    metadata: { plan_id: plan.pricing_plan_id },
  });
  const openOld = async () => {
    const { client } = await server.client.newUser();
    const spy = vi.spyOn(prices, 'idOf').mockResolvedValueOnce(old.id);
    const { body } = await client.post('/subscriptions/checkout', plan);
    spy.mockRestore();
    return { client, session: body.session_id as string };
  };
  const status = async (id: string) => (await stripe.checkout.sessions.retrieve(id)).status;
  const { client, session } = await openOld();
  const { body } = await client.post('/subscriptions/checkout', plan);
  expect(body.session_id).not.toBe(session);
  expect([await status(session), await status(body.session_id)]).toEqual(['expired', 'open']);

  const other = await openOld();
  expect(await closeOldSessions(stripe, prices)).toBe(1);
  expect([await status(other.session), await status(body.session_id)]).toEqual(['expired', 'open']);
});
