import { londonDay } from 'contract/withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { cards } from '../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

describe('the end of a trial', () => {
  it('charges once, and everybody who should see it does', async () => {
    const { client, user } = await server.client.newUser({ last_name: 'Okafor' });
    await subscribe(client, 'portfolio', 'yearly');
    const before = (await admin.get('/admin/dashboard-stats')).body.data;
    expect((await client.get('/user/payments')).body.payments).toEqual([]);
    expect((await client.get('/users/dashboard-stats')).body.data).toMatchObject({
      active_plans: { count: 1 },
      total_spent: { amount: 0, currency: 'GBP' },
      next_billing: { amount: 250 },
    });
    const [shown] = (await client.get('/users/dashboard-stats')).body.data.active_plans
      .subscriptions;
    const [held] = (await client.get('/user/subscriptions')).body.subscriptions;
    const { plan_name: plan_type, ...standing } = held;
    expect({ ...standing, plan_type }).toMatchObject(shown);

    await advanceDays(server, 31);

    const subscription = (await client.get('/user/subscriptions')).body.subscriptions[0];
    expect(subscription.status).toBe('active');
    const { payments } = (await client.get('/user/payments')).body;
    expect(payments).toHaveLength(1);
    expect(payments[0]).toMatchObject({
      amount: 250,
      status: 'success',
      subscription: {
        product: { name: 'Portfolio Builder' },
        pricing_plan: { plan_name: 'Yearly' },
      },
    });
    expect((await client.get('/users/dashboard-stats')).body.data.total_spent.amount).toBe(250);

    const after = (await admin.get('/admin/dashboard-stats')).body.data;
    expect(after.total_revenue.amount - before.total_revenue.amount).toBe(250);
    expect(after.trial_users.count - before.trial_users.count).toBe(-1);
    expect(after.active_subscriptions.count - before.active_subscriptions.count).toBe(1);
    expect(after.recent_payments[0]).toMatchObject({
      user_name: 'Priya Okafor',
      amount: 250,
      status: 'completed',
    });
    const seen = (await admin.get(`/admin/payments?search=${user.email}`)).body;
    expect(seen).toMatchObject({
      count: 1,
      stats: { success: 1, successAmount: 250, totalAmount: 250, failed: 0 },
      payments: [{ user: { email: user.email }, amount: 250, status: 'success' }],
    });
    const filtered = async (query: string) =>
      (await client.get(`/user/payments?${query}`)).body.payments.length;
    const day = londonDay(new Date(payments[0].payment_date));
    expect(await filtered('search=portfolio')).toBe(1);
    expect(await filtered('search=cataract')).toBe(0);
    expect(await filtered(`product=${choice('portfolio', 'yearly').product_id}`)).toBe(1);
    expect(await filtered('product=all&search=')).toBe(1);
    expect(await filtered(`date_from=${day}&date_to=${day}`)).toBe(1);
    expect(await filtered('date_to=2020-01-01')).toBe(0);
  });

  it('with a card that fails shows a payment problem and no revenue', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly', cards.failsLater);
    await advanceDays(server, 8);
    const subscription = (await client.get('/user/subscriptions')).body.subscriptions[0];
    expect(subscription).toMatchObject({ status: 'active', payment_problem: true });
    const { stats } = (await admin.get(`/admin/payments?search=${user.email}`)).body;
    expect(stats).toMatchObject({ failed: 1, success: 0, totalAmount: 0 });
    await advanceDays(server, 40);
    const ended = (await client.get('/user/subscriptions')).body.subscriptions[0];
    expect(ended).toMatchObject({ status: 'expired', login_urls: [] });
  });

  it('is charged an hour later, and the paid time runs meanwhile', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 7);
    const seen = async () => ({
      subscription: (await client.get('/user/subscriptions')).body.subscriptions[0],
      payments: (await client.get('/user/payments')).body.payments,
    });
    expect(await seen()).toMatchObject({
      subscription: { status: 'active', payment_problem: false },
      payments: [],
    });
    await advanceDays(server, 0.05);
    expect((await seen()).payments).toMatchObject([{ amount: 14.99, status: 'success' }]);
  });

  it('that failed and was paid elsewhere, or after it was given up, is a payment', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly', cards.failsLater);
    await advanceDays(server, 8);
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    await stripe.invoices.markUncollectible(open?.id ?? '');
    await stripe.invoices.pay(open?.id ?? '', { paid_out_of_band: true });
    const first = async () => (await client.get('/user/subscriptions')).body.subscriptions[0];
    await expect
      .poll(first, { timeout: 10_000 })
      .toMatchObject({ status: 'active', payment_problem: false });
    expect((await client.get('/user/payments')).body.payments).toMatchObject([
      { amount: 14.99, status: 'success' },
    ]);
  });

  it('that was cancelled ends without a charge, and its trial is not given again', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    const { id } = (await client.get('/user/subscriptions')).body.subscriptions[0];
    const cancel = (body?: object) => client.post(`/user/subscriptions/${id}/cancel`, body);
    expect((await cancel()).body.message).toBe(
      'Subscription will be cancelled at the end of the billing period',
    );
    expect((await cancel({ cancelSubscription: false })).body.message).toBe(
      'Subscription cancellation reversed successfully',
    );
    await cancel();
    await advanceDays(server, 31);
    expect((await client.get('/user/subscriptions')).body.subscriptions[0].status).toBe(
      'cancelled',
    );
    expect((await client.get('/user/payments')).body.payments).toEqual([]);
    expect((await cancel()).status).toBe(409);
    const offers = (await client.get('/plans')).body.plans;
    expect(offers.map(({ trialDays }: { trialDays: number }) => trialDays)).toEqual([0, 7, 0]);
    await subscribe(client, 'portfolio', 'monthly');
    expect((await client.get('/user/payments')).body.payments).toMatchObject([
      { amount: 24.99, status: 'success' },
    ]);
    // Who comes back is in again at once.
    const held = (await client.get('/user/subscriptions')).body.subscriptions;
    const again = held.filter(({ login_urls }: { login_urls: object[] }) => login_urls.length > 0);
    expect(again).toMatchObject([{ product_name: 'Portfolio Builder', status: 'active' }]);
  });

  it('leaves a foreign subscription alone: it can be neither seen nor cancelled', async () => {
    const [owner, stranger] = [await server.client.newUser(), await server.client.newUser()];
    await subscribe(owner.client, 'portfolio', 'monthly');
    // A stranger to this subscription, but a customer all the same.
    await subscribe(stranger.client, 'cataract', 'monthly');
    const { id } = (await owner.client.get('/user/subscriptions')).body.subscriptions[0];
    const seen = (await stranger.client.get('/user/subscriptions')).body.subscriptions;
    expect(seen.map((one: { id: string }) => one.id)).not.toContain(id);
    const reply = await stranger.client.post(`/user/subscriptions/${id}/cancel`);
    expect(reply.status).toBe(404);
    const mine = (await owner.client.get('/user/subscriptions')).body.subscriptions[0];
    expect(mine.cancel_at_period_end).toBe(false);
  });
});

describe('the invoice of a payment', () => {
  it('is a page of Stripe that its payer alone is led to', async () => {
    const [owner, stranger] = [await server.client.newUser(), await server.client.newUser()];
    await subscribe(owner.client, 'cataract', 'monthly');
    await advanceDays(server, 8);
    const [payment] = (await owner.client.get('/user/payments')).body.payments;
    const { status, body } = await owner.client.get(`/user/payments/${payment.id}/invoice`);
    expect(status).toBe(200);
    const page = await (await fetch(body.url)).text();
    expect(page).toContain('Cataract Connect');
    expect(page).toContain('£14.99');
    const foreign = await stranger.client.get(`/user/payments/${payment.id}/invoice`);
    expect(foreign.status).toBe(404);
  });
});

describe('what the company takes off at Stripe', () => {
  it('a coupon, a credit note on what is owed and one on what was paid are booked at their amounts', async () => {
    const { stripe } = server.services;
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly', cards.failsLater);
    const customer = await customerOf(server, user.id);
    const [held] = (await stripe.subscriptions.list({ customer })).data;
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    await stripe.subscriptions.update(held?.id ?? '', { discounts: [{ coupon: coupon.id }] });
    await advanceDays(server, 31);
    const paymentsNow = async () => {
      await server.settled();
      return (await client.get('/user/payments')).body.payments;
    };
    expect(await paymentsNow()).toMatchObject([{ amount: 19.99, status: 'failed' }]);

    const [{ id: invoice } = { id: '' }] = (await stripe.invoices.list({ customer })).data;
    await stripe.creditNotes.create({ invoice, amount: 499 });
    expect(await paymentsNow()).toMatchObject([{ amount: 15, status: 'failed' }]);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const invoice_settings = { default_payment_method: card.id };
    await stripe.customers.update(customer, { invoice_settings });
    expect(await paymentsNow()).toMatchObject([{ amount: 15, status: 'success', refunded: 0 }]);

    // Of what was paid, a part goes back to the card and a part is credit, which stays.
    const parts = { amount: 700, refund_amount: 400, credit_amount: 300 };
    await stripe.creditNotes.create({ invoice, ...parts });
    expect(await paymentsNow()).toMatchObject([{ amount: 15, status: 'success', refunded: 4 }]);
    for (const _ of [1, 2]) await client.post('/user/subscriptions/refresh');
    expect((await client.get('/user/subscriptions')).body.credit).toBe(3);
    await advanceDays(server, 31);
    expect(await paymentsNow()).toMatchObject([
      { amount: 21.99, credit: 3, status: 'success' },
      { amount: 15, refunded: 4 },
    ]);
    expect((await client.get('/user/subscriptions')).body.credit).toBe(0);
  });
});
