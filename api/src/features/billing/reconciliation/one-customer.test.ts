import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stripeCustomers, subscriptions } from '../../../db/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { subscribe } from '../../../testing/subscriber.ts';
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
