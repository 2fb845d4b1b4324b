import { afterAll, beforeAll, expect, it } from 'vitest';
import { choice } from '../../testing/choice.ts';
import type { Client } from '../../testing/client.ts';
import { cards, payOn } from '../../testing/hosted-page.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, customerOf, subscribe } from '../../testing/subscriber.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** Somebody with a subscription, and what Stripe has of it. */
async function subscriber(card?: string) {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly', card);
  const customer = await customerOf(server, user.id);
  const { stripe } = server.services;
  const held = async () => {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
    return data.map(({ status, cancel_at_period_end }) => [status, cancel_at_period_end]);
  };
  const setStatus = (body: object) => admin.put(`/admin/users/${user.id}/status`, body);
  const paid = async () => {
    const { data } = await stripe.charges.list({ customer });
    return data.filter((charge) => charge.paid).length;
  };
  return { client, user, stripe, customer, held, setStatus, paid };
}

it('ends renewals with the period, and goes on with what it ended once the user is activated', async () => {
  const { client, held, setStatus } = await subscriber();
  await subscribe(client, 'portfolio', 'monthly');
  const [own] = (await client.get('/user/subscriptions')).body.subscriptions;
  await client.post(`/user/subscriptions/${own.id}/cancel`);
  expect((await setStatus({ isActive: false })).status).toBe(200);
  await expect.poll(held).toEqual([
    ['trialing', true],
    ['trialing', true],
  ]);
  await setStatus({ isActive: true });
  await expect.poll(held).toContainEqual(['trialing', false]);
  // What its owner had ended stays so.
  expect(await held()).toContainEqual(['trialing', true]);
});

it('charges nobody who is deactivated, whatever ends, renews or is tried again meanwhile', async () => {
  const [trial, late] = [await subscriber(), await subscriber(cards.failsLater)];
  await trial.setStatus({ isActive: false });
  await expect.poll(trial.held).toEqual([['trialing', true]]);
  await advanceDays(server, 8);
  expect([await trial.held(), await trial.paid()]).toEqual([[['canceled', true]], 0]);

  expect(await late.held()).toEqual([['past_due', false]]);
  await late.setStatus({ isActive: false });
  await expect.poll(late.held).toEqual([['past_due', true]]);
  const card = await late.stripe.paymentMethods.attach('pm_card_visa', { customer: late.customer });
  const invoice_settings = { default_payment_method: card.id };
  await late.stripe.customers.update(late.customer, { invoice_settings });
  await advanceDays(server, 5);
  expect([await late.held(), await late.paid()]).toEqual([[['past_due', true]], 0]);
  await late.setStatus({ isActive: true });
  await expect.poll(late.held).toEqual([['active', false]]);
  expect(await late.paid()).toBe(1);
});

it('product B36: what support lets end after its renewal ends with its period, and on that date again once the user is activated', async () => {
  const { stripe, customer, setStatus, paid } = await subscriber();
  const [one] = (await stripe.subscriptions.list({ customer })).data;
  const renewal = one?.items.data[0]?.current_period_end ?? 0;
  const date = renewal + 40 * 86_400;
  const end = async () => {
    const { cancel_at, metadata } = await stripe.subscriptions.retrieve(one?.id ?? '');
    return [cancel_at, metadata.stopped_by, metadata.stopped_end];
  };
  await stripe.subscriptions.update(one?.id ?? '', { cancel_at: date });
  await setStatus({ isActive: false });
  await expect.poll(end).toEqual([renewal, 'deactivation', String(date)]);
  await setStatus({ isActive: true });
  await expect.poll(end).toEqual([date, undefined, undefined]);
  await setStatus({ isActive: false });
  await expect.poll(end).toEqual([renewal, 'deactivation', String(date)]);
  const sooner = renewal - 2 * 86_400;
  await stripe.subscriptions.update(one?.id ?? '', { cancel_at: sooner });
  await setStatus({ isActive: true });
  await expect.poll(end).toEqual([sooner, undefined, undefined]);
  await advanceDays(server, 60);
  expect(await paid()).toBe(0);
});

it('tells who is deactivated that nobody can log in, and neither of access nor of a way that is shut', async () => {
  const { user, held, setStatus } = await subscriber();
  await setStatus({ isActive: false });
  await expect.poll(held).toEqual([['trialing', true]]);
  await server.settled();
  await advanceDays(server, 8);
  await expect.poll(held).toEqual([['canceled', true]]);
  await server.settled();
  const about = (await mailsTo(server, user.email)).filter(({ subject }) =>
    /ends on|ended/.test(subject),
  );
  expect(about.map(({ subject }) => subject.replace(/ on .*/, ''))).toEqual([
    'Your Cataract Connect subscription ends',
    'Your Cataract Connect subscription has ended',
  ]);
  const [ending, ended] = about.map(({ text }) => text);
  expect(ending).toContain(
    'Your account is deactivated: you cannot log in until it is activated again.',
  );
  expect(ending).toContain('If the account is activated before that day, it goes on as before.');
  expect(ended).toContain('Your subscription has ended, and nothing more is charged.');
  for (const text of [ending, ended]) {
    expect(text).not.toMatch(
      /keep access|as you asked|welcome back|Don't Cancel|\/user\/subscriptions/,
    );
  }
});

it('closes a checkout that is open', async () => {
  const { client, user } = await server.client.newUser();
  const { body } = await client.post('/subscriptions/checkout', choice('portfolio', 'monthly'));
  await admin.put(`/admin/users/${user.id}`, { isActive: false });
  const { stripe } = server.services;
  const status = async () => (await stripe.checkout.sessions.retrieve(body.session_id)).status;
  await expect.poll(status).toBe('expired');
  expect((await payOn(body.checkout_url).catch(() => ({ text: '' }))).text).not.toMatch(/thank/i);
});

it('ends everything now where the admin chooses so, and only with a deactivation', async () => {
  const { user, held, setStatus } = await subscriber();
  const refused = await setStatus({ isActive: true, end_subscriptions: true });
  expect(refused.status).toBe(422);
  expect((await setStatus({ isActive: false, end_subscriptions: true })).status).toBe(200);
  expect(await held()).toEqual([['canceled', false]]);
  const { body } = await admin.get(`/admin/users/${user.id}`);
  expect(body.data.isActive).toBe(false);
  await server.settled();
  const ended = (await mailsTo(server, user.email)).find(({ subject }) => /ended/.test(subject));
  expect(ended?.text).toContain('If you did not expect this, write to');
  expect(ended?.text).not.toMatch(/as you asked|welcome back|\/user\/subscriptions/);
});
