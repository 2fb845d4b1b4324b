import { deepStrictEqual as same } from 'node:assert/strict';
import type { Doc } from 'stripe-sandbox/in-process';
import { findSubscriptionsOfUser } from '../../features/billing/subscriptions/repository.ts';
import { isActive, signInAgain } from './deactivation.ts';
import { isDeleted } from './deletion.ts';
import { rememberDrafts } from './draft-hour.ts';
import { type Life, running } from './life.ts';
import { paysUntil } from './oracle.ts';
import { read } from './world.ts';

/** Pence that somebody was told will be charged at a moment (unix seconds). */
interface Told {
  subscription: string;
  at: number;
  amount: number;
}

/**
 * Reads after a sweep what somebody is told of the charges to come, lets the time pass, and compares:
 * what Stripe asks for then is what was told, to the penny. Nothing of it reaches our server any more.
 */
export async function expectToldCharges(life: Life): Promise<void> {
  if ((await isDeleted(life)) || !(await isActive(life))) return;
  await signInAgain(life);
  const drafts = rememberDrafts(life.world.sandbox);
  await expectToldRenewals(life);
  await passUntil(life, drafts.until);
  drafts.compare();
}

async function expectToldRenewals(life: Life): Promise<void> {
  const told = await toldOf(life);
  const mayDispute = life.world.sandbox
    .all('payment_method')
    .some(({ card }) => card?.last4 === '0259');
  const [soonest] = told;
  if (!soonest) return;
  const isShared = life.world.sandbox.all('customer').some(({ balance }) => balance !== 0);
  const last = soonAfter(told);
  // Credit is shared by several. Where a payment fails, what has ended by then leaves its credit to the others.
  const isSure = running(life).every((one) => {
    return paysUntil(one, last) && one.stripeStatus !== 'past_due';
  });
  const compared = isShared && isSure && !mayDispute ? told : [soonest];
  await passUntil(life, soonAfter(compared));
  for (const moment of new Set(compared.map(({ at }) => at))) {
    // Of what is charged in one second any may have the credit.
    expectAsked(
      life,
      told.filter(({ at }) => at === moment),
    );
  }
}

/** What Stripe asks for at one moment is what was told, or nothing, where nothing goes on. */
function expectAsked(life: Life, told: Told[]): void {
  let [due, said, isWhole] = [0, 0, true];
  for (const { subscription, at, amount } of told) {
    const invoice = renewalOf(life, subscription, at);
    if (!invoice)
      same(goesOn(life, subscription), false, `no invoice for what ${subscription} was told of`);
    due += invoice?.amount_due ?? 0;
    said += amount;
    isWhole &&= invoice !== undefined;
  }
  const ids = told.map(({ subscription }) => subscription);
  if (isWhole) same(due, said, `what ${ids} were told of`);
}

/** When the last of these charges has been made: a renewal is a draft for an hour. */
const soonAfter = (told: Told[]): number => Math.max(...told.map(({ at }) => at)) + 2 * 3_600;

/** The soonest first. */
async function toldOf({ world, customer }: Life): Promise<Told[]> {
  const rows = await findSubscriptionsOfUser(world.database.db, customer.id);
  const { subscriptions } = await read(world, customer, '/user/subscriptions');
  const all = subscriptions as {
    id: string;
    next_charge: { date: string; amount: number } | null;
  }[];
  return all
    .flatMap(({ id, next_charge: charge }): Told[] => {
      const row = rows.find((one) => one.id === id);
      if (!charge || !row) return [];
      const at = new Date(charge.date).getTime() / 1000;
      return [{ subscription: row.stripeId, at, amount: Math.round(charge.amount * 100) }];
    })
    .toSorted((a, b) => a.at - b.at);
}

function renewalOf({ world }: Life, subscription: string, at: number): Doc<'invoice'> | undefined {
  return world.sandbox
    .all('invoice')
    .toReversed()
    .filter(({ parent }) => parent?.subscription_details?.subscription === subscription)
    .find((one) => one.created >= at && one.billing_reason === 'subscription_cycle');
}

const goesOn = (life: Life, subscription: string): boolean =>
  running(life).some(({ id, ending }) => id === subscription && !ending);

async function passUntil({ world }: Life, moment: number): Promise<void> {
  if (moment <= world.sandbox.now()) return;
  await world.sandbox.fetch('http://localhost/sandbox/clock', {
    method: 'POST',
    body: JSON.stringify({ advance_to: moment }),
    headers: { 'content-type': 'application/json' },
  });
}
