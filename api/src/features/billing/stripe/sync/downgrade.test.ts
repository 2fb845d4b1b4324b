import { findPlan } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutIntents } from '../../../../db/schema.ts';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { subjectsTo } from '../../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Opens a page of the portal for another plan; answers what a click on Confirm there does. */
async function openPage(client: Client, plan: ReturnType<typeof choice>) {
  const { status, body } = await client.post('/subscriptions/checkout', plan);
  expect(status).toBe(200);
  expect(body.session_id).toMatch(/^bps_/);
  return async () => {
    const answer = await fetch(`${body.checkout_url}/update`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
  };
}

async function held(client: Client): Promise<string[]> {
  const { subscriptions } = (await client.get('/user/subscriptions')).body;
  return subscriptions
    .filter(({ status }: { status: string }) => status === 'active' || status === 'trial')
    .map(
      (one: { product_name: string; plan_name: string }) => `${one.product_name} ${one.plan_name}`,
    );
}

const webhooks = (mode: string) => sandboxPost(server, '/sandbox/webhooks', { mode });

describe('an old page of the portal', () => {
  it.each(['on trial', 'paid'])('does not downgrade the combined offer, %s', async (state) => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    if (state === 'paid') await advanceDays(server, 8);
    const widen = await openPage(client, choice('combined', 'monthly'));
    const downgrade = await openPage(client, choice('cataract', 'yearly'));
    await widen();
    await client.post('/user/subscriptions/refresh');
    expect(await held(client)).toEqual(['Complete Bundle Monthly']);
    await downgrade();
    await client.post('/user/subscriptions/refresh');
    await server.settled();
    expect(await held(client)).toEqual(['Complete Bundle Monthly']);
    const mails = await subjectsTo(server, user.email);
    expect(mails.filter((one) => one === 'You keep Complete Bundle')).toHaveLength(1);
  });

  it('does not either when both are used before our rows can follow', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 8);
    const widen = await openPage(client, choice('combined', 'monthly'));
    const downgrade = await openPage(client, choice('cataract', 'yearly'));
    await widen();
    await downgrade();
    await server.settled();
    expect(await held(client)).toEqual(['Complete Bundle Monthly']);
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const { data } = await stripe.charges.list({ customer, limit: 100 });
    const taken = data.filter(({ paid }) => paid).reduce((sum, { amount }) => sum + amount, 0);
    const { balance } = (await stripe.customers.retrieve(customer)) as { balance: number };
    // What was taken for the yearly plan is there as credit; the day that has passed is paid for.
    const [first, wide] = [choice('cataract', 'monthly'), choice('combined', 'monthly')].map(
      ({ pricing_plan_id }) => findPlan(pricing_plan_id)?.amount ?? 0,
    ) as [number, number];
    expect(taken + balance).toBeGreaterThanOrEqual(wide);
    expect(taken + balance).toBeLessThanOrEqual(wide + first / 28 + 5);
  });

  it('whose event was lost is found by the next sync', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    const widen = await openPage(client, choice('combined', 'yearly'));
    const downgrade = await openPage(client, choice('cataract', 'yearly'));
    await widen();
    await server.settled();
    await client.post('/user/subscriptions/refresh');
    await webhooks('drop');
    await downgrade();
    await webhooks('normal');
    await client.post('/user/subscriptions/refresh');
    expect(await held(client)).toEqual(['Complete Bundle Yearly']);
  });
});

describe('a plan that somebody downgraded at Stripe', () => {
  it('stays as they made it', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'combined', 'monthly');
    const { stripe, prices, db } = server.services;
    const customer = await customerOf(server, user.id);
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    const plan = findPlan(choice('cataract', 'monthly').pricing_plan_id);
    if (!plan || !subscription) throw new Error('nothing to change');
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id, price: await prices.idOf(plan) }],
    });
    await server.settled();
    await client.post('/user/subscriptions/refresh');
    expect(await held(client)).toEqual(['Cataract Connect Monthly']);
    expect(await db.$count(checkoutIntents, eq(checkoutIntents.status, 'change'))).toBeGreaterThan(
      0,
    );
  });
});
