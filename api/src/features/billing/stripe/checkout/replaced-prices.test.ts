import { findPlan, type Plan } from 'contract/catalogue';
import * as messages from 'contract/messages';
import { shownHeader, writeShown } from 'contract/shown-header';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import { holder } from '../../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays } from '../../../../testing/subscriber.ts';
import { createPortal } from '../setup/portal.ts';
import { createPrices } from '../setup/prices.ts';

const plan = findPlan(choice('cataract', 'yearly').pricing_plan_id) as Plan;
const was = plan.amount;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** What `stripe:sync` of a release with another price does, while the server of before still runs. */
async function syncOtherRelease(amount: number): Promise<void> {
  const { stripe } = server.services;
  plan.amount = amount;
  try {
    const prices = createPrices(stripe);
    await prices.syncCatalogue();
    await createPortal(stripe, prices).syncConfiguration();
  } finally {
    plan.amount = was;
  }
}

it('product B22: an old page for a change charges nothing, and what runs at a price of before goes on', {
  timeout: 60_000,
}, async () => {
  const monthly = await holder(server, 'cataract', 'monthly');
  const yearly = await holder(server, 'cataract', 'yearly');
  await advanceDays(server, 8);
  const { body } = await monthly.client.post(
    '/subscriptions/checkout',
    choice('cataract', 'yearly'),
  );
  await syncOtherRelease(19_900);
  const answer = await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(400);
  await monthly.client.post('/user/subscriptions/refresh');
  expect(await monthly.held()).toMatchObject({ price: 14.99, plan_name: 'Monthly' });

  // The process of before answers in words, whatever it is asked for.
  const { client } = await server.client.newUser();
  const chosen = choice('cataract', 'yearly');
  const nextReleaseShows = { [shownHeader]: writeShown({ price: 199 }) };
  for (const reply of [
    await client.post('/subscriptions/checkout', chosen),
    await client.post('/subscriptions/checkout', chosen),
    await client.post('/subscriptions/checkout', chosen, nextReleaseShows),
    await monthly.client.post('/subscriptions/checkout', chosen),
    await monthly.client.post('/subscriptions/checkout/preview', chosen),
  ]) {
    expect([reply.status, reply.body.error]).toEqual([503, messages.pricesChanging]);
  }
  const other = await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
  expect(other.status).toBe(200);

  await advanceDays(server, 366);
  const paid = (await yearly.payments()).map(({ amount }: { amount: number }) => amount);
  expect(paid).toEqual([150, 150]);
});
