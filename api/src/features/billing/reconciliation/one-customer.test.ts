import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stripeCustomers, subscriptions } from '../../../db/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sandboxPost, subscribe } from '../../../testing/subscriber.ts';
import { createPace } from './pace.ts';
import { reconcile } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a customer who cannot be compared is listed and keeps nobody else from being repaired', async () => {
  const { db, stripe } = server.services;
  for (const _ of ['one', 'another', 'a third']) {
    await subscribe((await server.client.newUser()).client, 'portfolio', 'monthly');
  }
  await server.settled();
  const [odd, ...others] = await db.select().from(stripeCustomers).orderBy(stripeCustomers.id);
  await db.update(subscriptions).set({ amount: 1 });

  const list = stripe.invoices.list.bind(stripe.invoices);
  const spy = vi.spyOn(stripe.invoices, 'list').mockImplementation((params, options) => {
    if (params?.customer === odd?.id) throw new Error('An invoice that nobody can read');
    return list(params, options);
  });
  const { finishedAt, checked, differences } = await reconcile(server.services);
  spy.mockRestore();

  expect(finishedAt).not.toBeNull();
  expect(checked).toBe(3);
  const failed = { kind: 'customer', id: odd?.id, field: 'comparison', ours: null };
  expect(differences.filter(({ repaired }) => !repaired)).toEqual([
    { ...failed, stripe: 'An invoice that nobody can read', repaired: false },
  ]);
  for (const { userId } of others) {
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    expect(row?.amount).toBe(2499);
  }
});

/** A pace that waits for nothing, and how long it would have waited, in milliseconds. */
function hasty() {
  const waits: number[] = [];
  let [offset, now] = [0, () => performance.now()];
  const real = now;
  now = () => real() + offset;
  const sleep = async (wait: number) => {
    waits.push(Math.round(wait));
    offset += wait;
  };
  return { waits, pace: createPace({ now, sleep }) };
}

it('calls that Stripe refuses for their rate are made again, and the sweep goes on to its end', async () => {
  const { db } = server.services;
  await db.update(subscriptions).set({ amount: 1 });
  for (const refuse_next of [1, 3, 9]) {
    await sandboxPost(server, '/sandbox/rate_limit', { refuse_next });
    const { finishedAt, checked, differences } = await reconcile(server.services, {
      pace: hasty().pace,
    });
    expect(finishedAt).not.toBeNull();
    expect(checked).toBe(3);
    expect(differences.filter(({ repaired }) => !repaired)).toEqual([]);
  }
  expect((await db.select().from(subscriptions)).map(({ amount }) => amount)).toEqual([
    2499, 2499, 2499,
  ]);
});

it('a sweep that Stripe refuses for minutes ends as in an outage, and not before', async () => {
  await sandboxPost(server, '/sandbox/rate_limit', { refuse_next: 1_000_000 });
  const { pace, waits } = hasty();
  await expect(reconcile(server.services, { pace })).rejects.toThrow(
    Stripe.errors.StripeRateLimitError,
  );
  await sandboxPost(server, '/sandbox/rate_limit', {});
  const waited = waits.reduce((sum, wait) => sum + wait, 0);
  expect(waited).toBeGreaterThan(2 * 60_000);
  expect(waited).toBeLessThan(5 * 60_000);
});

it('the calls of a sweep stay below the rate of a test account, the least there is', async () => {
  let clock = 0;
  const calls: number[] = [];
  const pace = createPace({
    now: () => clock,
    sleep: async (wait) => {
      clock += wait;
    },
  });
  for (const _ of Array.from({ length: 100 })) {
    await pace.run(5, async () => void calls.push(...Array.from({ length: 5 }, () => clock)));
  }
  const afterTheBurst = calls.slice(20);
  for (const at of afterTheBurst) {
    expect(afterTheBurst.filter((other) => other >= at && other < at + 1_000).length).toBeLessThan(
      26,
    );
  }
  expect(calls.at(-1)).toBeLessThan(26_000);
});
