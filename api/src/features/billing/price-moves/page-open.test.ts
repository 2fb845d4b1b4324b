import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { checkoutIntents } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import { payer } from '../../../testing/holder.ts';
import { startServerWithMailbox } from '../../../testing/mailbox.ts';
import { move, putPriceBack, reprice } from '../../../testing/price-moves.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays } from '../../../testing/subscriber.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';

let server: TestServer;
beforeAll(async () => {
  ({ server } = await startServerWithMailbox());
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  putPriceBack();
  await server.close();
});

it('a sync while the page for another plan is being opened arranges no new price, which the page could not change', async () => {
  const { services } = server;
  const { stripe, db } = services;
  const one = await payer(server, 'cataract', 'monthly', 9);
  const arranged = async () => {
    const { data } = await stripe.subscriptions.list({ customer: one.customer });
    return data[0]?.schedule != null;
  };
  await reprice(server, 1799);
  await move(server);
  await advanceDays(server, 31);
  expect(await arranged()).toBe(true);

  const { sessions } = stripe.billingPortal;
  const create = sessions.create.bind(sessions);
  const seen: boolean[] = [];
  vi.spyOn(sessions, 'create').mockImplementationOnce(async (params) => {
    await syncCustomer(services, one.customer);
    seen.push(await arranged());
    return create(params);
  });
  const plan = choice('cataract', 'yearly');
  expect((await one.client.post('/subscriptions/checkout', plan)).status).toBe(200);
  expect(seen).toEqual([false]);

  // Of a page that could not be opened nothing is noted, and the price is arranged again.
  await db.delete(checkoutIntents).where(eq(checkoutIntents.userId, one.user.id));
  vi.spyOn(sessions, 'create').mockRejectedValueOnce(new Error('Stripe is away'));
  expect((await one.client.post('/subscriptions/checkout', plan)).status).toBe(500);
  await syncCustomer(services, one.customer);
  expect(await arranged()).toBe(true);
});
