import { findPlan, type Plan } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceMoves } from '../../../db/schema.ts';
import { choice } from '../../../testing/choice.ts';
import { holder, payer as holderWhoPaid } from '../../../testing/holder.ts';
import { arrived, type Mailbox, startServerWithMailbox } from '../../../testing/mailbox.ts';
import {
  askToMove,
  move,
  operatorProof,
  paid,
  plan,
  putPriceBack,
  reprice,
  today,
  was,
} from '../../../testing/price-moves.ts';
import { sendAgain } from '../../../testing/send-again.ts';
import type { TestServer } from '../../../testing/server.ts';
import { advanceDays } from '../../../testing/subscriber.ts';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ server, mailbox } = await startServerWithMailbox());
});
afterAll(async () => {
  putPriceBack();
  await server.close();
});

type One = Awaited<ReturnType<typeof holder>>;

/** Somebody whose trial is over. */
const payer = () => holderWhoPaid(server, 'cataract', 'monthly', 31);

/** What the command says, as it is given to a server that runs. */
async function command(): Promise<string[]> {
  const asked = { plan: plan.id, from: today(server), dry_run: false };
  const { body } = await askToMove(server, await operatorProof(server), asked);
  await sendAgain(server, 'price-kept');
  return body.lines;
}

const kept = async ({ user }: One) =>
  (await arrived(mailbox, user.email)).filter(({ subject }) => subject.endsWith('stays as it is'));

async function payBy({ customer }: One, card: string): Promise<void> {
  const { stripe } = server.services;
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  const [held] = (await stripe.subscriptions.list({ customer })).data;
  await stripe.subscriptions.update(held?.id ?? '', { default_payment_method: id });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await server.settled();
}

/** Changes what is held to another plan, at what that costs now. */
async function sell({ customer }: One, planId: string): Promise<void> {
  const { stripe, prices } = server.services;
  const [held] = (await stripe.subscriptions.list({ customer })).data;
  const price = await prices.idOf(findPlan(planId) as Plan);
  const items = [{ id: held?.items.data[0]?.id ?? '', price }];
  await stripe.subscriptions.update(held?.id ?? '', { items });
  await server.settled();
}

it('product B471: a price that came and went again is not taken back, whoever paid it or changed the plan', {
  timeout: 120_000,
}, async () => {
  const { db } = server.services;
  const stays = await payer();
  const [changes, late] = [await holder(server, 'cataract', 'monthly'), await payer()];
  await reprice(server, 1799);
  await move(server);
  const comes = Date.parse((await late.held()).new_price.from);
  const ahead = comes - server.services.stripeClock.now().getTime();
  await advanceDays(server, Math.floor(ahead / 86_400_000) - 1);
  await payBy(late, 'pm_card_chargeCustomerFail');
  await advanceDays(server, 3);
  expect((await late.payments())[0]).toMatchObject({ amount: 17.99, status: 'failed' });
  await payBy(late, 'pm_card_visa');
  await advanceDays(server, 31);
  for (const one of [stays, changes, late])
    expect(await one.held()).toMatchObject({ price: 17.99 });
  await sell(changes, choice('cataract', 'yearly').pricing_plan_id);
  await reprice(server, was);
  await sell(changes, plan.id);
  expect(await changes.held()).toMatchObject({ price: 14.99, new_price: null });
  await move(server);
  await advanceDays(server, 62);
  expect((await paid(stays)).at(-1)).toBe(14.99);
  expect(await late.held()).toMatchObject({ price: 14.99, new_price: null });
  const told = await db.$count(priceMoves);
  expect(await command()).toEqual(['0 told, 0 told before, 0 stay.']);
  expect([await kept(stays), await kept(changes), await kept(late)]).toEqual([[], [], []]);
  expect(await db.$count(priceMoves)).toBe(told);
  // As dear again, what was told before is no notice of it.
  await reprice(server, 1799);
  await changes.client.post('/user/subscriptions/refresh');
  expect(await changes.held()).toMatchObject({ price: 14.99, new_price: null });
  await reprice(server, was);
});

it('product M370: a price that was put back before its day is taken back also behind that day, on trial too', {
  timeout: 60_000,
}, async () => {
  const [one, onTrial] = [await payer(), await holder(server, 'cataract', 'monthly')];
  await reprice(server, 1699);
  await move(server);
  const { stripe, stripeClock } = server.services;
  const [held] = (await stripe.subscriptions.list({ customer: onTrial.customer })).data;
  const end = Math.floor(stripeClock.now().getTime() / 1000) + 100 * 86_400;
  await stripe.subscriptions.update(held?.id ?? '', { trial_end: end });
  await reprice(server, was);
  const all = [one, onTrial];
  for (const { client } of all) await client.post('/user/subscriptions/refresh');
  await advanceDays(server, 77);
  expect(await onTrial.held()).toMatchObject({ status: 'trial' });
  expect(new Set(await paid(one))).toEqual(new Set([14.99]));
  expect((await command()).at(-1)).toMatch(/ 2 stay\.$/);
  for (const told of all) expect(await kept(told)).toHaveLength(1);
});
