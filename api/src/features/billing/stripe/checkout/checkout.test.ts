import { findPlan, type Plan } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutIntents, stripeCustomers } from '../../../../db/schema.ts';
import { askingAgain } from '../../../../testing/asking-again.ts';
import { choice } from '../../../../testing/choice.ts';
import { person } from '../../../../testing/client.ts';
import { cards, payOn } from '../../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { sandboxState, subscribe } from '../../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const checkout = '/subscriptions/checkout';

describe('a checkout', () => {
  it('opens the hosted page with our own price and the trial of the product', async () => {
    const { client, user } = await server.client.newUser();
    const { status, body } = await client.post(checkout, choice('portfolio', 'yearly'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: 'Redirecting to secure checkout...' });
    const page = (await (await fetch(body.checkout_url)).text()).replaceAll(/<[^>]+>/g, ' ');
    expect(page).toContain('Portfolio Builder');
    expect(page).toContain('£250.00 per year');
    expect(page).toContain('30 days free');
    const session = await server.services.stripe.checkout.sessions.retrieve(body.session_id);
    expect(session.client_reference_id).toBe(user.id);
    // In pounds wherever somebody comes from, and by nothing that settles days later.
    expect(session).toMatchObject({
      adaptive_pricing: { enabled: false },
      allowed_payment_method_types: ['card'],
    });
  });

  it.each([
    ['an unknown plan', { pricing_plan_id: '0198c000-0000-7000-8000-0000000000ff' }],
    [
      'a plan of another product',
      { pricing_plan_id: choice('cataract', 'yearly').pricing_plan_id },
    ],
    ['a price from the client', { price: 1 }],
    ['a plan that is no text', { pricing_plan_id: 5 }],
    ['a missing product', { product_id: undefined }],
  ])('with %s is refused and leaves nothing behind', async (_what, wrong) => {
    const { client } = await server.client.newUser();
    const before = await countStored();
    const reply = await client.post(checkout, { ...choice('portfolio', 'yearly'), ...wrong });
    expect(reply.status).toBe(422);
    expect(reply.body.error).not.toBe('');
    expect(await countStored()).toEqual(before);
  });

  it('needs somebody who is signed in', async () => {
    expect((await server.client.post(checkout, choice('portfolio', 'yearly'))).status).toBe(401);
  });

  it('clicked ten times at once ends in one session', async () => {
    const { client, user } = await server.client.newUser();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        askingAgain(() => client.post(checkout, choice('combined', 'monthly'))),
      ),
    );
    expect(new Set(replies.map(({ body }) => body.session_id)).size).toBe(1);
    expect(await openSessions(user.id)).toHaveLength(1);
  });

  it('for another plan closes the older session at Stripe', async () => {
    const { client, user } = await server.client.newUser();
    const first = await client.post(checkout, choice('portfolio', 'monthly'));
    const second = await client.post(checkout, choice('portfolio', 'yearly'));
    expect((await openSessions(user.id)).map(({ id }) => id)).toEqual([second.body.session_id]);
    const { text } = await payOn(second.body.checkout_url);
    expect(text).not.toContain('expired');
    const old = (await (await fetch(first.body.checkout_url)).text()).toLowerCase();
    expect(old).toContain('expired');
  });

  it('shows the name and the e-mail that an admin has put right since the last', async () => {
    const priya = person();
    const { client: before, user } = await server.client.newUser(priya);
    await before.post(checkout, choice('portfolio', 'monthly'));
    const email = 'priya.nair-shah@hospital.test';
    const changes = { last_name: 'Nair-Shah', email };
    expect((await (await server.admin()).put(`/admin/users/${user.id}`, changes)).status).toBe(200);
    const { client } = await server.client.logIn(email, priya.password);
    const { body } = await client.post(checkout, choice('portfolio', 'yearly'));
    expect(await (await fetch(body.checkout_url)).text()).toContain(email);
    const { customers = [] } = await sandboxState(server);
    expect(customers.filter(({ metadata }) => metadata.user_id === user.id)).toMatchObject([
      { email, name: 'Priya Nair-Shah' },
    ]);
  });

  it.each(['monthly', 'yearly'] as const)(
    'opens again, %s, after Stripe has lost the one before',
    async (cycle) => {
      const { client, user } = await server.client.newUser();
      await client.post(checkout, choice('portfolio', 'monthly'));
      await server.services.db
        .update(checkoutIntents)
        .set({ stripeSessionId: `cs_test_gone_${cycle}` })
        .where(eq(checkoutIntents.userId, user.id));
      const { status, body } = await client.post(checkout, choice('portfolio', cycle));
      expect([status, body.error]).toEqual([200, undefined]);
      expect((await payOn(body.checkout_url)).text).not.toContain('expired');
    },
  );

  it('goes on after a try that broke off, whatever has changed since', async () => {
    const { client, user } = await server.client.newUser();
    const { db, stripe, prices } = server.services;
    const { pricing_plan_id: planId } = choice('portfolio', 'monthly');
    const yearly = findPlan(choice('portfolio', 'yearly').pricing_plan_id) as Plan;
    const begun = { id: crypto.randomUUID(), userId: user.id, trialDays: 30 };
    await db.insert(checkoutIntents).values({ ...begun, planId });
    const metadata = { user_id: user.id };
    const { id } = await stripe.customers.create(
      { metadata },
      { idempotencyKey: `customer-${user.id}-first` },
    );
    const line_items = [{ price: await prices.idOf(yearly), quantity: 1 }];
    await stripe.checkout.sessions.create(
      { mode: 'subscription', customer: id, line_items, success_url: 'https://before.example' },
      { idempotencyKey: `checkout-${begun.id}` },
    );
    const { status, body } = await client.post(checkout, choice('portfolio', 'monthly'));
    expect([status, body.error]).toEqual([200, undefined]);
    const { customers = [] } = await sandboxState(server);
    expect(customers.filter(({ metadata }) => metadata.user_id === user.id)).toMatchObject([
      { id, email: user.email },
    ]);
    expect((await payOn(body.checkout_url)).text).not.toContain('expired');
  });

  it('that two tabs open for different plans at once leaves one that can be paid', async () => {
    const { client, user } = await server.client.newUser();
    const plans = [choice('portfolio', 'monthly'), choice('combined', 'yearly')];
    const replies = await Promise.all(
      [...plans, ...plans].map((plan) => askingAgain(() => client.post(checkout, plan))),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(await openSessions(user.id)).toHaveLength(1);
  });

  it('paid and confirmed is a subscription on trial', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'yearly');
    const { body } = await client.get('/user/subscriptions');
    expect(body.subscriptions).toHaveLength(1);
    expect(body.subscriptions[0]).toMatchObject({
      product_name: 'Portfolio Builder',
      plan_name: 'Yearly',
      status: 'trial',
      price: 250,
      billing_cycle: 'yearly',
      cancel_at_period_end: false,
      login_urls: [{ name: 'Portfolio Builder', url: expect.stringMatching(/^https:/) }],
    });
    const daysOfTrial =
      (Date.parse(body.subscriptions[0].trial_end_date) - Date.now()) / 86_400_000;
    expect(Math.round(daysOfTrial)).toBe(30);
    expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(true);
    const again = await client.post(checkout, choice('portfolio', 'yearly'));
    expect(again.status).toBe(409);
    expect(again.body.error).toBe('You are already subscribed to this plan.');
  });

  it('paid by somebody who never comes back is granted by the webhook', async () => {
    const { client } = await server.client.newUser();
    const { body } = await client.post(checkout, choice('cataract', 'monthly'));
    await payOn(body.checkout_url);
    await expect
      .poll(async () => (await client.get('/user/subscriptions')).body.subscriptions.length, {
        timeout: 10_000,
      })
      .toBe(1);
  });

  it('is there for an e-mail that we take and Stripe refuses', async () => {
    const { client } = await server.client.newUser({ email: `priya${Date.now()}@example..test` });
    const { status, body } = await client.post(checkout, choice('cataract', 'monthly'));
    expect(status).toBe(200);
    const { stripe } = server.services;
    const { customer } = await stripe.checkout.sessions.retrieve(body.session_id);
    expect(await stripe.customers.retrieve(String(customer))).toMatchObject({
      email: null,
      name: expect.stringContaining('Priya'),
    });
  });

  it('declined shows why and leaves nothing behind', async () => {
    const { client, user } = await server.client.newUser();
    const { body } = await client.post(checkout, choice('cataract', 'monthly'));
    const { text } = await payOn(body.checkout_url, cards.declined);
    expect(text).toContain('Your card was declined.');
    const state = await sandboxState(server);
    const customer = state.customers?.find(({ metadata }) => metadata.user_id === user.id)?.id;
    expect(state.subscriptions?.filter((one) => one.customer === customer)).toEqual([]);
    expect(state.invoices?.filter((one) => one.customer === customer)).toEqual([]);
    expect((await client.get('/user/subscriptions')).body.subscriptions).toEqual([]);
    expect((await client.get('/user/payments')).body.payments).toEqual([]);
  });

  it('of somebody else cannot be confirmed', async () => {
    const [one, other] = [await server.client.newUser(), await server.client.newUser()];
    const { body } = await one.client.post(checkout, choice('portfolio', 'yearly'));
    const confirm = (session_id: string) =>
      other.client.post('/subscriptions/checkout/confirm', { session_id });
    expect((await confirm(body.session_id)).status).toBe(404);
    for (const unknown of ['cs_test_nothing', `cs_${'x'.repeat(150)}`, '..', 'cs/../x', '?']) {
      expect((await confirm(unknown)).status).toBe(404);
    }
  });

  it('that was not paid grants nothing on the return address alone', async () => {
    const { client } = await server.client.newUser();
    const { body } = await client.post(checkout, choice('portfolio', 'yearly'));
    const confirmed = await client.post('/subscriptions/checkout/confirm', {
      session_id: body.session_id,
    });
    expect(confirmed.body.status).toBe('open');
    expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(false);
  });

  it('for what is already included is refused with the reason', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'combined', 'monthly');
    const reply = await client.post(checkout, choice('cataract', 'yearly'));
    expect(reply.status).toBe(409);
    expect(reply.body.error).toContain('already includes Cataract Connect');
  });
});

async function openSessions(userId: string) {
  const { checkout_sessions = [] } = await sandboxState(server);
  return checkout_sessions.filter(
    (session) => session.client_reference_id === userId && session.status === 'open',
  );
}

async function countStored() {
  const { db } = server.services;
  return [await db.$count(checkoutIntents), await db.$count(stripeCustomers)];
}
