import { formatLongDate } from 'contract/format';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceMoves } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import { holder } from '../../../testing/holder.ts';
import { type Mailbox, startServerWithMailbox } from '../../../testing/mailbox.ts';
import {
  askToMove,
  move,
  operatorProof,
  paid,
  plan,
  putPriceBack,
  reprice,
  told,
} from '../../../testing/price-moves.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays, customerOf } from '../../../testing/subscriber.ts';
import { reconcile } from '../reconciliation/service.ts';

const dayMs = 86_400_000;
let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

const dayIn = (days: number) =>
  new Date(server.services.stripeClock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

it('holders are told once, whoever leaves never pays the new price, and all else move at their renewal 30 days on', {
  timeout: 90_000,
}, async () => {
  const { stripe, db } = server.services;
  const [goes, stays, later] = [
    await holder(server, 'cataract', 'monthly'),
    await holder(server, 'cataract', 'monthly'),
    await holder(server, 'cataract', 'monthly'),
  ];
  const yearly = await holder(server, 'cataract', 'yearly');
  // Paid since today, and renewing in a month; the third one's renewal is too near for the notice.
  await advanceDays(server, 9);
  const near = await holder(server, 'cataract', 'monthly');
  await reprice(server, 1799);
  const planned = await move(server, { isDryRun: true });
  expect(planned.map(({ outcome }) => outcome)).toEqual(Array(4).fill('told'));
  expect(await db.$count(priceMoves)).toBe(0);
  expect(await told(mailbox, stays)).toEqual([]);
  // Broken off after the first, run again, twice at once, and again.
  await move(server, { most: 1 });
  await Promise.all([move(server), move(server)]);
  const again = await move(server);
  expect(again.map(({ outcome }) => outcome)).toEqual(Array(4).fill('told before'));
  expect(again.map(({ from }) => from)).toEqual(planned.map(({ from }) => from));
  for (const one of [goes, stays, later, near]) {
    const [mail, ...others] = await told(mailbox, one);
    expect(others).toEqual([]);
    const from = again.find(({ email }) => email === one.user.email)?.from ?? new Date(0);
    expect(from.getTime() - server.services.stripeClock.now().getTime()).toBeGreaterThanOrEqual(
      30 * dayMs - 60_000,
    );
    expect(mail?.subject).toBe(
      `The price of your Cataract Connect changes on ${formatLongDate(from)}`,
    );
    for (const said of ['£14.99 per month', '£17.99 per month', 'cancel under My Subscriptions']) {
      expect(mail?.text).toContain(said);
    }
    expect(await one.held()).toMatchObject({
      price: 14.99,
      new_price: { amount: 17.99, from: from.toISOString() },
    });
  }
  expect(await told(mailbox, yearly)).toEqual([]);
  await goes.client.post(`/user/subscriptions/${goes.id}/cancel`);
  expect((await goes.held()).new_price).toBeNull();
  // Taken back, it moves after all; and a page for another plan opens all the same.
  await later.client.post(`/user/subscriptions/${later.id}/cancel`);
  await later.client.post(`/user/subscriptions/${later.id}/cancel`, { cancelSubscription: false });
  await server.settled();
  expect((await later.held()).new_price).toMatchObject({ amount: 17.99 });
  expect((await reconcile(server.services)).differences).toEqual([]);
  await advanceDays(server, 31);
  expect(await paid(goes)).toEqual([14.99]);
  expect(await paid(stays)).toEqual([14.99, 14.99]);
  await advanceDays(server, 31);
  expect(await paid(stays)).toEqual([14.99, 14.99, 17.99]);
  expect(await paid(later)).toEqual([14.99, 14.99, 17.99]);
  expect(await paid(near)).toEqual([14.99, 17.99]);
  expect(await paid(yearly)).toEqual([150]);
  expect(await stays.held()).toMatchObject({ price: 17.99, new_price: null });
  const { data } = await stripe.subscriptions.list({ customer: stays.customer });
  expect(data[0]?.schedule).toBeNull();
  expect(await told(mailbox, stays)).toHaveLength(1);
  expect((await reconcile(server.services)).differences).toEqual([]);
});

it('who was sold a price of their own keeps it, and a day far ahead is waited for', async () => {
  const { stripe, prices } = server.services;
  const one = await holder(server, 'cataract', 'monthly');
  const own = await holder(server, 'cataract', 'monthly');
  const [sub] = (
    await stripe.subscriptions.list({ customer: await customerOf(server, own.user.id) })
  ).data;
  const price = await stripe.prices.create({
    ...{ currency: 'gbp', unit_amount: 999, recurring: { interval: 'month' } },
    product: plan.productId,
  });
  await stripe.subscriptions.update(sub?.id ?? '', {
    items: [{ id: sub?.items.data[0]?.id ?? '', price: price.id }],
  });
  await server.settled();
  await reprice(server, 1999);
  const moved = await move(server, { from: dayIn(80) });
  const outcomeOf = (email: string) => moved.find((holder) => holder.email === email);
  expect(outcomeOf(own.user.email)).toMatchObject({ outcome: 'own price', from: null });
  const { from } = outcomeOf(one.user.email) ?? {};
  expect((from?.toISOString().slice(0, 10) ?? '') >= dayIn(80)).toBe(true);
  expect(await told(mailbox, own)).toEqual([]);
  expect((await one.held()).new_price).toMatchObject({ amount: 19.99 });
  // What changes to another plan pays the catalogue's price of that.
  const { body } = await one.client.post('/subscriptions/checkout', choice('cataract', 'yearly'));
  await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
  await one.client.post('/user/subscriptions/refresh');
  expect(await one.held()).toMatchObject({ price: 150, new_price: null });
  expect(await prices.idOf(plan)).not.toBe(price.id);
});

it('the operator alone has the server that runs move prices', async () => {
  const ask = (authorization: string, body: object) => askToMove(server, authorization, body);
  const whole = { plan: plan.id, from: '2027-01-01', dry_run: true };
  expect((await ask('Bearer nothing', whole)).status).toBe(401);
  const proof = await operatorProof(server);
  expect((await ask(proof, { ...whole, from: 'soon' })).status).toBe(400);
  const { status, body } = await ask(proof, whole);
  expect(status).toBe(200);
  expect(body.lines.at(-1)).toMatch(/would be told, \d+ told before, \d+ stay\.$/);
  expect(await ask(proof, { ...whole, plan: plan.id.toUpperCase() })).toEqual({ status, body });
});
