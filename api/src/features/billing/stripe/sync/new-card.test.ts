import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { cards, payOn } from '../../../../testing/hosted-page.ts';
import { mailsTo } from '../../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';
import { chargeNewCard } from './new-card.ts';
import { takeSnapshot } from './snapshot.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function mine(client: Client) {
  return (await client.get('/user/subscriptions')).body.subscriptions[0];
}

/** Somebody whose card failed at the end of the trial. */
async function latePayer() {
  const someone = await server.client.newUser();
  await subscribe(someone.client, 'cataract', 'monthly', cards.failsLater);
  await advanceDays(server, 8);
  const { id } = await mine(someone.client);
  return { ...someone, id };
}

const statuses = async (client: Client) =>
  (await client.get('/user/payments')).body.payments.map(
    ({ status }: { status: string }) => status,
  );

describe('a new card', () => {
  it('entered on the hosted page pays what is open, and the problem is gone on the return', async () => {
    const { client, id } = await latePayer();
    expect(await statuses(client)).toEqual(['failed']);
    const { status, body } = await client.post(`/user/subscriptions/${id}/update-card`);
    expect(status).toBe(200);
    const { url } = await payOn(body.url);
    expect(url).toBe(`${server.url}/user/subscriptions?card=updated`);
    expect((await client.post('/user/subscriptions/refresh')).status).toBe(200);
    expect(await mine(client)).toMatchObject({ status: 'active', payment_problem: false });
    expect(await statuses(client)).toEqual(['success']);
  });

  it('that somebody else was just charged to has the sync look again', async () => {
    const { user } = await latePayer();
    const { services } = server;
    const { stripe } = services;
    const customer = await customerOf(server, user.id);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const before = await takeSnapshot(stripe, customer);
    const [open] = before.invoices.filter(({ status }) => status === 'open');
    await stripe.invoices.pay(open?.id ?? '', { payment_method: card.id });
    const byThen = { ...before.customer, invoice_settings: { default_payment_method: card.id } };
    const snapshot = { ...before, customer: byThen as Stripe.Customer };
    expect(await chargeNewCard(services, snapshot)).toBe(true);
  });

  it('that became only the default of the customer is charged too, once', async () => {
    const { client, user } = await latePayer();
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: card.id },
    });
    await expect.poll(() => statuses(client)).toEqual(['success']);
    expect((await mine(client)).payment_problem).toBe(false);
    const paid = (await stripe.charges.list({ customer })).data.filter((charge) => charge.paid);
    expect(paid.map(({ amount }) => amount)).toEqual([1499]);
  });

  it('saved before the renewal is what the renewal is charged to', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly', cards.failsLater);
    const { id } = await mine(client);
    const { body } = await client.post(`/user/subscriptions/${id}/update-card`);
    await payOn(body.url);
    await advanceDays(server, 8);
    expect(await statuses(client)).toEqual(['success']);
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const { data } = await stripe.charges.list({ customer });
    expect(data.map(({ paid }) => paid)).toEqual([true]);
  });

  it('entered while nobody told us is charged by the next sync, whichever was tried before', async () => {
    const { client, user } = await server.client.newUser();
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'drop' });
    const bought = await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
    await payOn(bought.body.checkout_url, cards.failsLater);
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const invoice_settings = { default_payment_method: card.id };
    await stripe.customers.update(customer, { invoice_settings });
    await advanceDays(server, 8);
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
    await client.post('/user/subscriptions/refresh');
    expect(await statuses(client)).toEqual(['success']);
    expect(await mine(client)).toMatchObject({ status: 'active', payment_problem: false });
  });

  it('that is refused leaves the problem, and is not tried again by us', async () => {
    const { client, user } = await latePayer();
    const { stripe } = server.services;
    const customer = await customerOf(server, user.id);
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const before = (await stripe.charges.list({ customer })).data.length;
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: card.id },
    });
    await server.settled();
    for (const _ of [1, 2]) await client.post('/user/subscriptions/refresh');
    expect((await stripe.charges.list({ customer })).data).toHaveLength(before + 1);
    expect((await mine(client)).payment_problem).toBe(true);
  });

  it('cannot be entered for a foreign subscription or one that has ended', async () => {
    const { client, id } = await latePayer();
    const stranger = await server.client.newUser();
    await subscribe(stranger.client, 'cataract', 'monthly');
    expect((await stranger.client.post(`/user/subscriptions/${id}/update-card`)).status).toBe(404);
    await advanceDays(server, 40);
    const reply = await client.post(`/user/subscriptions/${id}/update-card`);
    expect(reply.status).toBe(409);
    expect(reply.body.error).toBe('This subscription has already ended.');
  });
});

/** Has a customer charged to one of Stripe's test cards from now on. */
async function chargeTo(customer: string, token: string): Promise<void> {
  const { stripe } = server.services;
  const { id } = await stripe.paymentMethods.attach(token, { customer });
  const invoice_settings = { default_payment_method: id };
  await stripe.customers.update(customer, { invoice_settings });
}

describe('a renewal', () => {
  it('that is late and charged to a card whose bank asks is to be confirmed at once', async () => {
    const { client, user } = await latePayer();
    await server.settled();
    await chargeTo(await customerOf(server, user.id), 'pm_card_authenticationRequired');
    await client.post('/user/subscriptions/refresh');
    const [payment] = (await client.get('/user/payments')).body.payments;
    expect(payment.status).toBe('pending');
    expect((await mine(client)).payment_to_confirm).toBe(payment.id);
  });

  it('that the bank wants confirmed has not failed: it is told of once, confirmed on the page of the invoice and paid', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    await chargeTo(await customerOf(server, user.id), 'pm_card_authenticationRequired');
    await advanceDays(server, 8);
    const standing = async () => {
      const [subscription] = (await client.get('/user/subscriptions')).body.subscriptions;
      const [payment] = (await client.get('/user/payments')).body.payments;
      return { payment, subscription };
    };
    const { payment, subscription } = await standing();
    expect(payment).toMatchObject({ status: 'pending', amount: 14.99 });
    expect(subscription).toMatchObject({
      ...{ status: 'active', payment_problem: true },
      payment_to_confirm: payment.id,
    });
    const { url } = (await client.get(`/user/payments/${payment.id}/invoice`)).body;
    // Who refuses at the bank is still asked, and so is whoever was tried again.
    await fetch(`${url}/authenticate`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'fail' }),
    });
    await client.post('/user/subscriptions/refresh');
    expect((await standing()).subscription.payment_to_confirm).toBe(payment.id);
    await advanceDays(server, 4);
    const mails = async () =>
      (await mailsTo(server, user.email)).filter(({ subject }) => /payment/.test(subject));
    const [asked, ...others] = await mails();
    expect(others).toEqual([]);
    expect(asked?.subject).toBe('Your bank asks you to confirm your Cataract Connect payment');
    for (const part of [asked?.text, asked?.html]) {
      for (const said of [url, '£14.99', 'Visa ending in 3184', 'keep access']) {
        expect(part).toContain(said);
      }
    }
    const confirming = await fetch(`${url}/pay`, { method: 'POST' });
    const body = new URLSearchParams({ outcome: 'complete' });
    const page = await (await fetch(confirming.url, { method: 'POST', body })).text();
    expect(page).not.toContain('Pay £');
    await expect.poll(standing, { timeout: 10_000 }).toMatchObject({
      payment: { status: 'success' },
      subscription: { payment_problem: false, payment_to_confirm: null },
    });
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
      'Receipt for your Cataract Connect payment',
      'Your bank asks you to confirm your Cataract Connect payment',
    ]);
  });

  it('that nobody confirms ends unpaid, and a new card pays it at once meanwhile', async () => {
    const people = [];
    for (const _ of [1, 2]) {
      const { client, user } = await server.client.newUser();
      await subscribe(client, 'cataract', 'monthly');
      const customer = await customerOf(server, user.id);
      await chargeTo(customer, 'pm_card_authenticationRequired');
      people.push({ client, customer });
    }
    const [waits, pays] = people as [(typeof people)[0], (typeof people)[0]];
    await advanceDays(server, 8);
    await chargeTo(pays.customer, 'pm_card_visa');
    await server.settled();
    const held = async ({ client }: typeof waits) =>
      (await client.get('/user/subscriptions')).body.subscriptions[0];
    expect(await held(pays)).toMatchObject({ payment_problem: false, payment_to_confirm: null });
    await advanceDays(server, 20);
    expect(await held(waits)).toMatchObject({ status: 'expired', payment_to_confirm: null });
    expect((await waits.client.get('/user/payments')).body.payments).toMatchObject([
      { status: 'failed' },
    ]);
  });
});
