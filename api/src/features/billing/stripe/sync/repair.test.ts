import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { cards, payOn } from '../../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';
import { syncCustomer } from './sync.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const checkout = '/subscriptions/checkout';

async function stripeSubscription(userId: string) {
  const customer = await customerOf(server, userId);
  const { data } = await server.services.stripe.subscriptions.list({ customer, status: 'all' });
  const [newest] = data;
  if (!newest) throw new Error('no subscription');
  return newest;
}

async function held(client: Client) {
  const { subscriptions } = (await client.get('/user/subscriptions')).body;
  return subscriptions as {
    id: string;
    product_name: string;
    status: string;
    cancel_at_period_end: boolean;
  }[];
}

describe('a change of plan', () => {
  it('is refused while the last payment is open, so that unpaid time gives no credit', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'yearly', cards.failsLater);
    await advanceDays(server, 31);
    for (const plan of [choice('portfolio', 'monthly'), choice('combined', 'monthly')]) {
      const reply = await client.post(checkout, plan);
      expect(reply.status).toBe(409);
      expect(reply.body.error).toContain('update your card');
    }
    const customer = await server.services.stripe.customers.retrieve(
      await customerOf(server, user.id),
    );
    expect(customer).toMatchObject({ balance: 0 });
  });

  it('closes a checkout that another tab has left open', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    const left = await client.post(checkout, choice('portfolio', 'yearly'));
    const change = await client.post(checkout, choice('combined', 'yearly'));
    expect(change.body.session_id).toMatch(/^bps_/);
    expect(await (await fetch(left.body.checkout_url)).text()).toMatch(/expired/i);
    const session = await server.services.stripe.checkout.sessions.retrieve(left.body.session_id);
    expect(session.status).toBe('expired');
    expect(await held(client)).toHaveLength(1);
    expect((await stripeSubscription(user.id)).status).toBe('trialing');
  });
});

describe('a subscription that covers another one', () => {
  it('ends it, once, however often that is looked at', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    const { stripe, prices } = server.services;
    const customer = await customerOf(server, user.id);
    const bundle = await import('contract/catalogue').then(({ products }) => products[2]);
    await stripe.subscriptions.create({
      customer,
      items: [{ price: await prices.idOf((bundle as NonNullable<typeof bundle>).yearly) }],
      trial_period_days: 30,
    });
    await Promise.all([1, 2, 3].map(() => syncCustomer(server.services, customer)));
    await server.settled();
    const running = (await held(client)).filter(({ status }) => status === 'trial');
    expect(running.map(({ product_name }) => product_name)).toEqual(['Complete Bundle']);
  });
});

describe('two single products that become the combined offer', () => {
  it('leave one subscription, and the time paid for both is credited', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'yearly');
    await advanceDays(server, 1);
    await subscribe(client, 'portfolio', 'yearly');
    await advanceDays(server, 31);
    const { body } = await client.post(checkout, choice('combined', 'yearly'));
    await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
    await client.post('/user/subscriptions/refresh');
    await server.settled();
    const running = (await held(client)).filter(({ status }) => status === 'active');
    expect(running.map(({ product_name }) => product_name)).toEqual(['Complete Bundle']);
    const customer = await customerOf(server, user.id);
    const { balance } = (await server.services.stripe.customers.retrieve(customer)) as {
      balance: number;
    };
    const { payments } = (await client.get('/user/payments')).body;
    const paid = payments.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
    // The three weeks of one and the day of the other that have passed are not given back.
    const used = paid + balance / 100 - 350;
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThan(20);
  });
});

describe('what happened at Stripe while nobody told us', () => {
  it('an ended subscription is found when its owner wants to cancel it', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    await server.settled();
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
    await server.services.stripe.subscriptions.cancel((await stripeSubscription(user.id)).id);
    const [mine] = await held(client);
    expect(mine?.status).toBe('trial');
    const reply = await client.post(`/user/subscriptions/${mine?.id}/cancel`);
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
    expect(reply.status).toBe(409);
    expect(reply.body.error).toBe('This subscription has already ended.');
    expect((await held(client))[0]?.status).toBe('cancelled');
  });

  it('an end set as a date is taken back like any other', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    const { id, items } = await stripeSubscription(user.id);
    const cancel_at = items.data[0]?.current_period_end;
    await server.services.stripe.subscriptions.update(id, { cancel_at });
    await syncCustomer(server.services, await customerOf(server, user.id));
    const [ending] = await held(client);
    expect(ending?.cancel_at_period_end).toBe(true);
    const body = { cancelSubscription: false };
    expect((await client.post(`/user/subscriptions/${ending?.id}/cancel`, body)).status).toBe(200);
    expect((await held(client))[0]?.cancel_at_period_end).toBe(false);
    expect((await stripeSubscription(user.id)).cancel_at).toBeNull();
  });

  it('a subscription moved to a price that is not ours gives no access, and can be bought anew', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    const { stripe } = server.services;
    const { id, items } = await stripeSubscription(user.id);
    const foreign = await stripe.prices.create({
      product: choice('portfolio', 'monthly').product_id,
      currency: 'gbp',
      unit_amount: 100,
      recurring: { interval: 'month' },
    });
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id, price: foreign.id }],
    });
    await stripe.subscriptions.cancel(id);
    await syncCustomer(server.services, await customerOf(server, user.id));
    expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(false);
    expect((await client.post(checkout, choice('portfolio', 'monthly'))).status).toBe(200);
  });

  it('a deleted customer can buy again', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    await server.services.stripe.customers.del(await customerOf(server, user.id));
    await server.settled();
    const { status, body } = await client.post(checkout, choice('cataract', 'monthly'));
    expect(status).toBe(200);
    await payOn(body.checkout_url);
    await client.post('/subscriptions/checkout/confirm', { session_id: body.session_id });
    const running = (await held(client)).filter((one) => one.status === 'trial');
    expect(running.map(({ product_name }) => product_name)).toEqual(['Cataract Connect']);
  });

  it('an invoice that was voided is no failed payment any more', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'yearly', cards.failsLater);
    await advanceDays(server, 8);
    const failed = (await client.get('/user/payments')).body.payments;
    expect(failed).toMatchObject([{ status: 'failed', amount: 150 }]);
    const customer = await customerOf(server, user.id);
    const { data } = await server.services.stripe.invoices.list({ customer, status: 'open' });
    for (const { id } of data) await server.services.stripe.invoices.voidInvoice(id);
    await server.settled();
    await syncCustomer(server.services, customer);
    expect((await client.get('/user/payments')).body.payments).toEqual([]);
  });
});

describe('a refund', () => {
  it('shows on the payment and lowers the revenue, in part and in whole', async () => {
    const admin = await server.admin();
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'yearly');
    await advanceDays(server, 31);
    const customer = await customerOf(server, user.id);
    const { stripe } = server.services;
    const [charge] = (await stripe.charges.list({ customer })).data;
    const kept = async () =>
      (await admin.get(`/admin/payments?search=${user.email}`)).body.stats.successAmount;
    expect(await kept()).toBe(250);
    await stripe.refunds.create({ charge: charge?.id, amount: 5000 });
    await expect.poll(kept).toBe(200);
    expect((await client.get('/user/payments')).body.payments[0]).toMatchObject({
      amount: 250,
      refunded: 50,
      status: 'success',
    });
    const seen = (await admin.get(`/admin/payments?user=${user.id}`)).body.payments;
    expect(seen).toMatchObject([{ amount: 250, refunded: 50, status: 'success' }]);
    expect((await client.get('/users/dashboard-stats')).body.data.total_spent.amount).toBe(200);
    await stripe.refunds.create({ charge: charge?.id });
    await expect.poll(kept).toBe(0);
    expect((await client.get('/user/payments')).body.payments[0].status).toBe('refunded');
  });
});
