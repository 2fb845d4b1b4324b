import { findPlan, type Plan } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../../testing/choice.ts';
import type { Client } from '../../testing/client.ts';
import { subjectsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { customerOf, subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The plans of what somebody agreed to, the newest first. */
async function agreedTo(client: Client): Promise<string[]> {
  const { agreements } = (await client.get('/user/agreements')).body;
  return agreements
    .filter(({ kind }: { kind: string }) => kind === 'subscription')
    .map((one: Record<string, string>) => `${one.product_name} ${one.plan_name}`);
}

const priceOf = (chosen: ReturnType<typeof choice>) =>
  server.services.prices.idOf(findPlan(chosen.pricing_plan_id) as Plan);

it('what support sells is no agreement to what its customer chose before and left', async () => {
  const { stripe } = server.services;
  const { client, user } = await server.client.newUser();
  const chosen = choice('cataract', 'monthly');
  await client.post('/subscriptions/checkout', chosen);
  const customer = await customerOf(server, user.id);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.subscriptions.create({
    ...{ customer, default_payment_method: card.id },
    items: [{ price: await priceOf(chosen) }],
  });
  await client.post('/user/subscriptions/refresh');
  expect((await client.get('/user/subscriptions')).body.subscriptions).toHaveLength(1);
  expect(await agreedTo(client)).toEqual([]);
  expect(await subjectsTo(server, user.email)).not.toContain(
    'Your Cataract Connect subscription has started',
  );
});

it('nor is a change by support agreed to by a choice of another kind that was left', async () => {
  const { stripe } = server.services;
  const { client, user } = await server.client.newUser();
  const yearly = choice('portfolio', 'yearly');
  // Chosen to be bought, and left; then the other cycle is bought.
  await client.post('/subscriptions/checkout', yearly);
  await subscribe(client, 'portfolio', 'monthly');
  expect(await agreedTo(client)).toEqual(['Portfolio Builder Monthly']);
  const customer = await customerOf(server, user.id);
  const [held] = (await stripe.subscriptions.list({ customer })).data;
  await stripe.subscriptions.update(held?.id ?? '', {
    items: [{ id: held?.items.data[0]?.id ?? '', price: await priceOf(yearly) }],
  });
  await client.post('/user/subscriptions/refresh');
  expect(await agreedTo(client)).toEqual(['Portfolio Builder Monthly']);
});
