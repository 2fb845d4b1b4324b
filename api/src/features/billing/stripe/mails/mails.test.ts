import { formatLongDate } from 'contract/format';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outgoingEmails, payments, subscriptions } from '../../../../db/schema.ts';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { cards } from '../../../../testing/hosted-page.ts';
import { mailsTo, subjectsTo } from '../../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { advanceDays, customerOf, sandboxPost, subscribe } from '../../../../testing/subscriber.ts';
import { syncCustomer } from '../sync/sync.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const welcome = 'Welcome to Fernlea Health';
const started = 'Your free trial of Cataract Connect has started';
const receipt = 'Receipt for your Cataract Connect payment';

async function mine(client: Client) {
  return (await client.get('/user/subscriptions')).body.subscriptions[0];
}

const webhooks = (mode: string) => sandboxPost(server, '/sandbox/webhooks', { mode });

async function mailAbout(email: string, words: RegExp) {
  const found = (await mailsTo(server, email)).filter(({ subject }) => words.test(subject));
  expect(found, String(words)).toHaveLength(1);
  return found[0] as NonNullable<(typeof found)[0]>;
}

describe('the mails of a purchase', () => {
  it('name the end of the trial and the first amount, then what was paid and when', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    const ends = formatLongDate((await mine(client)).trial_end_date);
    const begun = await mailAbout(user.email, /has started$/);
    await advanceDays(server, 8);
    const [payment] = (await client.get('/user/payments')).body.payments;
    const paid = await mailAbout(user.email, /^Receipt/);
    for (const part of [begun.text, begun.html]) expect(part).toContain(`£14.99 on ${ends}`);
    for (const part of [paid.text, paid.html]) {
      expect(part).toContain('£14.99');
      expect(part).toContain(formatLongDate(payment.payment_date));
    }
  });
});

describe('the reminder before the first charge', () => {
  it('goes three days before, once, and says the date, the amount and how to cancel', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    const ends = formatLongDate((await mine(client)).trial_end_date);
    const subject = `Your free trial of Cataract Connect ends on ${ends}`;
    await advanceDays(server, 3);
    expect(await subjectsTo(server, user.email)).toEqual([welcome, started]);
    await advanceDays(server, 1.5);
    expect(await subjectsTo(server, user.email)).toEqual([welcome, subject, started]);
    const { text, html } = await mailAbout(user.email, /ends on/);
    for (const part of [text, html]) {
      expect(part).toContain(ends);
      expect(part).toContain('£14.99');
      expect(part).toContain('Visa ending in 4242');
      expect(part).toContain('cancel under My Subscriptions');
      // One way leads there.
      expect(part?.split(/\/user\/subscriptions\b/)).toHaveLength(2);
    }
    await advanceDays(server, 4);
    expect(await subjectsTo(server, user.email)).toEqual([receipt, welcome, subject, started]);
  });

  it('goes once, and a change of plan after it is told by the new amount of the first charge', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    const changeTo = async (cycle: 'monthly' | 'yearly') => {
      const change = await client.post('/subscriptions/checkout', choice('cataract', cycle));
      await fetch(`${change.body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
      for (const _ of [1, 2]) await client.post('/user/subscriptions/refresh');
      await server.settled();
    };
    // Before the reminder there is nothing to put right: it says what is charged by then.
    for (const cycle of ['yearly', 'monthly'] as const) await changeTo(cycle);
    await advanceDays(server, 4.5);
    for (const cycle of ['yearly', 'monthly', 'yearly'] as const) {
      await changeTo(cycle);
      await advanceDays(server, 0.1);
    }
    const subjects = await subjectsTo(server, user.email);
    expect(subjects.filter((one) => /trial of Cataract Connect ends/.test(one))).toHaveLength(1);
    const told = 'Your first charge for Cataract Connect is now ';
    const changes = subjects.filter((one) => one.startsWith(told));
    expect(changes.toSorted()).toEqual([`${told}£14.99`, `${told}£150.00`, `${told}£150.00`]);
  });

  it('reaches those whose whole trial passes in one jump of the clock', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'yearly');
    await advanceDays(server, 31);
    await mailAbout(user.email, /^Your free trial of Cataract Connect ends on/);
  });

  it('is not lost with its webhook: any later sync sends it', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    await server.settled();
    await webhooks('drop');
    await advanceDays(server, 5);
    await webhooks('normal');
    expect(await subjectsTo(server, user.email)).toEqual([welcome, started]);
    await syncCustomer(server.services, await customerOf(server, user.id));
    await mailAbout(user.email, /ends on/);
  });

  it('does not go to somebody who has cancelled, unless that is taken back', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    const { id } = await mine(client);
    await client.post(`/user/subscriptions/${id}/cancel`);
    await advanceDays(server, 5);
    const reminders = async () =>
      (await subjectsTo(server, user.email)).filter((one) => one.includes('free trial'));
    expect(await reminders()).toEqual([started]);
    await client.post(`/user/subscriptions/${id}/cancel`, { cancelSubscription: false });
    expect(await reminders()).toHaveLength(2);
  });
});

describe('a payment that fails', () => {
  it('is told of once, with the way to fix it, however often it is tried', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly', cards.failsLater);
    await advanceDays(server, 8);
    await advanceDays(server, 4);
    const { text } = await mailAbout(user.email, /^Your Cataract Connect payment did not go/);
    expect(text).toContain('£14.99');
    expect(text).toContain('Update card');
    await advanceDays(server, 30);
    const end = await mailAbout(user.email, /has ended$/);
    expect(end.text).toContain('its payment could not be completed');
    await mailAbout(user.email, /did not go through/);
  });
});

describe('a cancellation', () => {
  it('is confirmed with its date, each time; so are its undoing and the end', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 8);
    const { id, current_period_end } = await mine(client);
    const cancel = (body?: object) => client.post(`/user/subscriptions/${id}/cancel`, body);
    await cancel();
    await cancel();
    const subject = `Your Cataract Connect subscription ends on ${formatLongDate(current_period_end)}`;
    const about = async (words: RegExp) =>
      (await subjectsTo(server, user.email)).filter((one) => words.test(one));
    expect(await about(/subscription ends/)).toEqual([subject]);
    expect((await mailAbout(user.email, /subscription ends/)).text).toContain("Don't Cancel");
    await cancel({ cancelSubscription: false });
    expect(await about(/goes on/)).toEqual(['Your Cataract Connect subscription goes on']);
    await advanceDays(server, 1);
    await cancel();
    expect(await about(/subscription ends/)).toEqual([subject, subject]);
    await advanceDays(server, 31);
    const end = await mailAbout(user.email, /subscription has ended/);
    expect(end.text).toContain('as you asked');
  });

  it('product M9: on a date of support after the next charge does not say that nothing more is charged', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 8);
    const { current_period_end } = await mine(client);
    const cancel_at = Date.parse(current_period_end) / 1000 + 10 * 86_400;
    const customer = await customerOf(server, user.id);
    const { stripe } = server.services;
    const [held] = (await stripe.subscriptions.list({ customer })).data;
    await stripe.subscriptions.update(held?.id ?? '', { cancel_at });
    await syncCustomer(server.services, customer);
    const { text } = await mailAbout(user.email, /subscription ends/);
    const next = formatLongDate(current_period_end);
    expect(text).toContain(`It is charged as before until then, next on ${next}.`);
    expect(text).not.toContain('nothing more');
    const { next_charge, cancel_at_period_end } = await mine(client);
    expect(cancel_at_period_end).toBe(true);
    expect(next_charge).toEqual({ date: current_period_end, amount: 14.99, credit: 0 });
  });

  it('product M7: a payment that we first see when it has gone back has its receipt', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    await advanceDays(server, 8);
    const { db, stripe } = server.services;
    // As if no sync had come by before the refund.
    await db.delete(payments).where(eq(payments.userId, user.id));
    await db.delete(outgoingEmails).where(like(outgoingEmails.cause, 'payment-receipt:%'));
    const { data } = await stripe.charges.list({ customer: await customerOf(server, user.id) });
    for (const { id: charge } of data) await stripe.refunds.create({ charge });
    await server.settled();
    expect(await subjectsTo(server, user.email)).toContain(receipt);
  });

  it('product M9: while a payment is due says that it is still tried, and what comes of it', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly', cards.failsLater);
    await advanceDays(server, 8);
    const { id, current_period_end: end } = await mine(client);
    await client.post(`/user/subscriptions/${id}/cancel`);
    const { text } = await mailAbout(user.email, /subscription ends/);
    expect(text).toContain(`once it is paid, you keep access until ${formatLongDate(end)}`);
    expect(text).not.toContain('nothing more');
  });

  it('is not told of again when lost rows are written anew', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    await client.post(`/user/subscriptions/${(await mine(client)).id}/cancel`);
    await server.settled();
    const { text } = await mailAbout(user.email, /subscription ends/);
    expect(text).toContain("Don't Cancel");
    expect(text).toContain('your plan starts when the trial ends');
    const before = await subjectsTo(server, user.email);
    await server.services.db.delete(subscriptions).where(eq(subscriptions.userId, user.id));
    await syncCustomer(server.services, await customerOf(server, user.id));
    expect((await mine(client)).cancel_at_period_end).toBe(true);
    expect(await subjectsTo(server, user.email)).toEqual(before);
  });
});

describe('a single product that a combined offer takes over', () => {
  it('ends with a mail that says so', async () => {
    const { client, user } = await server.client.signUp();
    await subscribe(client, 'cataract', 'monthly');
    await subscribe(client, 'portfolio', 'monthly');
    const { body } = await client.post('/subscriptions/checkout', choice('combined', 'monthly'));
    await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
    await expect
      .poll(() => subjectsTo(server, user.email), { timeout: 10_000 })
      .toContainEqual(expect.stringMatching(/subscription has ended/));
    const { text } = await mailAbout(user.email, /has ended/);
    expect(text).toMatch(/Your Complete Bundle includes (Cataract Connect|Portfolio Builder)/);
  });
});
