import { findPlan } from 'contract/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { cards } from '../../../../testing/hosted-page.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A page of the portal for another plan, to look at again, and what a click on Confirm there does. */
async function openPage(client: Client, plan: ReturnType<typeof choice>) {
  const { body } = await client.post('/subscriptions/checkout', plan);
  const look = async () => expect((await fetch(body.checkout_url)).status).toBe(200);
  await look();
  const confirm = async () => {
    const sent = { method: 'POST', redirect: 'manual' } as const;
    const answer = await fetch(`${body.checkout_url}/update`, sent);
    expect(answer.status).toBe(303);
    await client.post('/user/subscriptions/refresh');
    await server.settled();
  };
  return { look, confirm };
}

/** Somebody on a yearly plan, with what Stripe has of them. */
async function yearly(card: string, days: number) {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'yearly', card);
  const customer = await customerOf(server, user.id);
  const { stripe } = server.services;
  const credit = async () => {
    const found = await stripe.customers.retrieve(customer);
    return found.deleted ? 0 : 0 - found.balance;
  };
  await advanceDays(server, days);
  const [charge] = (await stripe.charges.list({ customer })).data;
  /** Support changes the plan at Stripe's dashboard, which asks none of our rules. */
  const change = async () => {
    const [held] = (await stripe.subscriptions.list({ customer })).data;
    const plan = findPlan(choice('cataract', 'monthly').pricing_plan_id);
    if (!held || !plan) throw new Error('nothing to change');
    await stripe.subscriptions.update(held.id, {
      items: [{ id: held.items.data[0]?.id, price: await server.services.prices.idOf(plan) }],
      proration_behavior: 'always_invoice',
    });
    await client.post('/user/subscriptions/refresh');
    await server.settled();
  };
  return { client, stripe, customer, credit, change, charge: charge?.id ?? '' };
}

const minutes = (count: number) => count / (24 * 60);

describe('a change of plan that the rules at the checkout do not see', () => {
  it('gives no credit for a payment that failed, and the credit once it is paid', async () => {
    const { client, stripe, customer, credit } = await yearly(cards.failsLater, 7 - minutes(10));
    // The page is opened on trial, looked at again while the payment is a draft, and used once it failed.
    const page = await openPage(client, choice('cataract', 'monthly'));
    await advanceDays(server, minutes(40));
    await page.look();
    await advanceDays(server, minutes(35));
    await page.confirm();
    expect(await credit()).toBe(0);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    await stripe.invoices.pay(open?.id ?? '', { payment_method: card.id });
    await client.post('/user/subscriptions/refresh');
    const [paid] = (await stripe.invoices.list({ customer, status: 'paid' })).data;
    expect(await credit()).toBe(-(paid?.total ?? 0));
    expect(await credit()).toBeGreaterThan(0);
  });

  it('gives none for a payment that was given back, and less for one given back in part', async () => {
    const whole = await yearly(cards.pays, 8);
    await whole.stripe.refunds.create({ charge: whole.charge });
    await whole.change();
    expect(await whole.credit()).toBe(0);

    const part = await yearly(cards.pays, 8);
    await part.stripe.refunds.create({ charge: part.charge, amount: 5_000 });
    await part.change();
    const [invoice] = (await part.stripe.invoices.list({ customer: part.customer })).data;
    expect(await part.credit()).toBe(-(invoice?.total ?? 0) - 5_000);
  });

  it('gives none while a payment is disputed, and takes back what a lost one gave', async () => {
    const { client, stripe, credit, change, charge } = await yearly(cards.pays, 8);
    await change();
    const before = await credit();
    expect(before).toBeGreaterThan(0);
    await sandboxPost(server, '/sandbox/disputes', { charge, subscription: 'stays' });
    await client.post('/user/subscriptions/refresh');
    expect(await credit()).toBe(0);
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    const evidence = { uncategorized_text: 'winning_evidence' };
    await stripe.disputes.update(dispute?.id ?? '', { evidence });
    await client.post('/user/subscriptions/refresh');
    expect(await credit()).toBe(before);
  });

  it('gives back what was withheld for an invoice that is voided, where no other gives credit', async () => {
    const { client, stripe, customer, credit, charge } = await yearly(cards.pays, 8);
    const reload = () => client.post('/user/subscriptions/refresh');
    await stripe.refunds.create({ charge, amount: 5_000 });
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: card.id },
    });
    // Support moves them to a dearer plan, of which the card pays nothing.
    const [held] = (await stripe.subscriptions.list({ customer })).data;
    const plan = findPlan(choice('combined', 'yearly').pricing_plan_id);
    if (!held || !plan) throw new Error('nothing to change');
    await stripe.subscriptions.update(held.id, {
      items: [{ id: held.items.data[0]?.id, price: await server.services.prices.idOf(plan) }],
      proration_behavior: 'always_invoice',
    });
    await stripe.customers.createBalanceTransaction(customer, { amount: -6_000, currency: 'gbp' });
    await reload();
    expect(await credit()).toBe(1_000);
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    await stripe.invoices.voidInvoice(open?.id ?? '');
    await reload();
    expect(await credit()).toBe(6_000);
  });
});
