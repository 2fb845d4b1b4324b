import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriptions } from '../../../db/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { customerOf, sandboxPost, subscribe } from '../../../testing/subscriber.ts';
import { callsPerCustomer } from './check-customer.ts';
import { paceOf, sliceOf, sweep } from './sweep.ts';

const hour = 3_600_000;
const people = 9;
const perHour = 3;

let server: TestServer;
let calls = 0;
beforeAll(async () => {
  server = await startTestServer();
  server.services.stripe.on('request', () => {
    calls += 1;
  });
});
afterAll(() => server.close());

it('of many customers each hour has its slice, and each customer one turn in all of them (product B600)', async () => {
  const { db } = server.services;
  const customers: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    customers.push(await customerOf(server, user.id));
  }
  await server.settled();
  const slices = people / perHour;
  const checked: number[] = [];
  for (let n = 0; n < slices; n += 1) {
    calls = 0;
    const run = await sweep(server.services, { now: new Date(n * hour), perHour });
    checked.push(run.checked);
    expect(run.found).toBe(0);
    // The walks over Stripe's lists: customers, running subscriptions, events, a hundred in each call.
    expect(calls).toBeLessThanOrEqual(run.checked * callsPerCustomer + 3);
  }
  expect(checked.reduce((sum, one) => sum + one)).toBe(people);
  expect(Math.max(...checked)).toBeLessThan(people);

  // Whoever's row says otherwise who may come in, or until when, does not wait for a turn.
  const checkedWith = async (row: Partial<typeof subscriptions.$inferInsert>) => {
    await db.update(subscriptions).set(row);
    const { checked: count, found } = await sweep(server.services, { now: new Date(0), perHour });
    expect((await sweep(server.services, { now: new Date(0), perHour })).found).toBe(0);
    return { count, found };
  };
  expect(await checkedWith({ hasAccess: false })).toEqual({ count: people, found: people });
  expect(await checkedWith({ periodEnd: new Date(0) })).toEqual({ count: people, found: people });

  // A webhook that never came is made good within the hour, whoever's turn it is.
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
  for (const customer of customers) {
    const { data } = await server.services.stripe.subscriptions.list({ customer });
    await server.services.stripe.subscriptions.cancel(data[0]?.id ?? '');
  }
  await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
  const later = { now: () => new Date(Date.now() + 10 * 60_000) };
  const services = {
    ...server.services,
    stripeClock: { ...server.services.stripeClock, ...later },
  };
  const run = await sweep(services, { now: new Date(0), perHour });
  expect(run.checked).toBe(people);
  expect(run.differences.every(({ repaired }) => repaired)).toBe(true);
  const held = await db.execute(
    'select count(*)::int as count from subscriptions where has_access',
  );
  expect(held.rows).toEqual([{ count: 0 }]);
});

it('one that has taken too long, and is given to another process, goes no further', async () => {
  const tooLate = sweep(server.services, { signal: AbortSignal.abort(new Error('too long')) });
  await expect(tooLate).rejects.toThrow('too long');
});

it.each([
  [100, 20],
  [1_200, 20],
  [4_000, 2],
  [30_000, 10],
  [57_000, 19],
  [90_000, 20],
])('%i calls are made at %f a second', (all, perSecond) => {
  expect(paceOf(all)).toBeCloseTo(perSecond, 5);
});

it('few customers are all compared each hour, of many each hour in turn', () => {
  expect(sliceOf(new Date(), 1)).toBeUndefined();
  expect(sliceOf(new Date(), 0)).toBeUndefined();
  const turns = [0, 1, 2, 3].map((n) => sliceOf(new Date(n * hour), 3)?.number);
  expect(turns).toEqual([0, 1, 2, 0]);
});
