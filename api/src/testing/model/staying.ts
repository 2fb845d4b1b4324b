import { deepStrictEqual as same } from 'node:assert/strict';
import { plans } from 'contract/catalogue';
import { and, eq, sql } from 'drizzle-orm';
import type { InProcessSandbox } from 'stripe-sandbox/in-process';
import { checkoutIntents, priceMoves } from '../../db/schema.ts';
import { movePrices } from '../../features/billing/price-moves/service.ts';
import { day, type Life, nth, running } from './life.ts';
import type { Staying } from './staying-acts.ts';
import { unlessRefused } from './support.ts';
import { type Truth, unpaidInvoices } from './truth.ts';
import { restart, stripeCustomerOf, syncStripe, type World } from './world.ts';

/** The catalogue as it is sold outside of these lives. Pence. */
const amounts = new Map(plans.map((plan) => [plan.id, plan.amount]));

/** What happens to somebody who stays. */
export async function stay(life: Life, act: Staying, alone: boolean): Promise<void> {
  switch (act.does) {
    case 'confirm at the bank':
      return confirm(life, act, alone);
    case 'expire the card':
      return expire(life, act.inDays);
    case 'move a price':
      return movePrice(life, act);
  }
}

async function confirm(
  life: Life,
  { invoice: n, says }: Extract<Staying, { does: 'confirm at the bank' }>,
  alone: boolean,
): Promise<void> {
  const { sandbox } = life.world;
  const held = running(life);
  const late = unpaidInvoices(sandbox).filter(
    ({ status, parent }) =>
      status === 'open' && held.some(({ id }) => id === parent?.subscription_details?.subscription),
  );
  const invoice = nth(late, n);
  if (!invoice?.hosted_invoice_url) return;
  await sandbox.fetch(`${invoice.hosted_invoice_url}/authenticate`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: says }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (!alone || says === 'fail') return;
  const one = held.find(({ id }) => id === invoice.parent?.subscription_details?.subscription);
  const after = sandbox.all('invoice').find(({ id }) => id === invoice.id);
  const pays = one && (one.asks || one.cardPays) && sandbox.now() < one.cardExpires;
  same(after?.status === 'paid', pays, 'whether what was confirmed is paid');
}

async function expire({ world, customer }: Life, inDays: number): Promise<void> {
  const id = await stripeCustomerOf(world, customer.id);
  const owner = world.sandbox.all('customer').find((one) => one.id === id);
  const card = owner?.invoice_settings.default_payment_method;
  if (!card) return;
  const at = new Date((world.sandbox.now() + inDays * day) * 1000);
  const date = { exp_month: at.getUTCMonth() + 1, exp_year: at.getUTCFullYear() };
  await unlessRefused(world.stripe.paymentMethods.update(String(card), { card: date }));
}

/** The company changes a price, and moves who holds it, in one go or in two. */
async function movePrice(
  { world }: Life,
  { plan: n, by, isBrokenOff }: Extract<Staying, { does: 'move a price' }>,
): Promise<void> {
  const plan = plans[n];
  if (!plan) return;
  world.isRepriced = true;
  plan.amount = (amounts.get(plan.id) ?? 0) + by;
  await release(world);
  const { services } = world.now;
  const from = new Date(world.sandbox.now() * 1000).toISOString().slice(0, 10);
  for (const most of isBrokenOff ? [1, Number.POSITIVE_INFINITY] : [Number.POSITIVE_INFINITY]) {
    let count = 0;
    for await (const _ of movePrices(services, { plan, from, isDryRun: false })) {
      count += 1;
      if (count === most) break;
    }
  }
}

/** Has the catalogue sold at its own prices again. */
export async function restorePrices(world: World): Promise<void> {
  for (const plan of plans) plan.amount = amounts.get(plan.id) ?? plan.amount;
  if (!world.isRepriced) return;
  await release(world);
  world.isRepriced = false;
}

/** The catalogue is in the code: with another one comes another process, who knows no price yet. */
async function release(world: World): Promise<void> {
  await syncStripe(world);
  await restart(world);
}

/**
 * Whoever is told of a new price has a mail of it, is not charged it for a renewal before the day they
 * were told, and follows a schedule to it once a trial is over, where no page for another plan may be open.
 */
export async function checkMoves({ world, customer }: Life, { held }: Truth): Promise<void> {
  const { sandbox, database, mails } = world;
  const moves = await database.db
    .select()
    .from(priceMoves)
    .where(eq(priceMoves.userId, customer.id));
  for (const move of moves) {
    const { stripeSubscriptionId, priceId, notBefore } = move;
    same(mails.has(`price-changing:${stripeSubscriptionId}:${priceId}`), true, 'a new price told');
    const charged = sandbox
      .all('invoice')
      .filter(
        ({ parent, lines }) =>
          parent?.subscription_details?.subscription === stripeSubscriptionId &&
          lines.data.some(({ pricing }) => pricing?.price_details?.price === priceId),
      );
    // Who chose the plan anew agreed to its price.
    const [first] = charged.toSorted((a, b) => a.created - b.created);
    if (first?.billing_reason !== 'subscription_cycle') continue;
    same(first.created * 1000 >= notBefore.getTime(), true, 'a new price before its day');
  }
  const isPageOpen = sandbox.all('billing_portal.session').some(({ flow }) => flow !== null);
  for (const { id, live, ending, plan, amount, stripeStatus } of held) {
    const newest = moves
      .filter(({ stripeSubscriptionId }) => stripeSubscriptionId === id)
      .toSorted((a, b) => a.toldAt.getTime() - b.toldAt.getTime() || (a.id < b.id ? -1 : 1))
      .at(-1);
    // A plan that is cheaper again is not charged what its holder was told.
    const isTakenBack = newest && newest.newAmount > Math.max(newest.oldAmount, plan.amount);
    // A rise that has come is told of no later one, though what is sold costs again what it did before.
    const isPast =
      newest &&
      newest.newAmount > newest.oldAmount &&
      priceMadeAt(sandbox, id) > newest.toldAt.getTime();
    const isDue =
      newest?.planId === plan.id && newest.oldAmount === amount && !isTakenBack && !isPast;
    const followed = sandbox
      .all('subscription_schedule')
      .find(({ subscription, status }) => subscription === id && status === 'active');
    const isOnTrial = stripeStatus === 'trialing';
    if (isOnTrial) same(followed, undefined, 'a schedule that could end a trial');
    if (isTakenBack) same(followed, undefined, 'a schedule to a price that was taken back');
    if (!live || ending || isPageOpen || isOnTrial || !isDue) continue;
    const [now, then] = followed?.phases ?? [];
    same(then?.items[0]?.price, newest.priceId, 'the price that is to come');
    same((now?.end_date ?? 0) * 1000 >= newest.notBefore.getTime(), true, 'and its day');
  }
}

/** When Stripe was given the price at which a subscription is sold, in milliseconds. */
function priceMadeAt(sandbox: InProcessSandbox, id: string): number {
  const one = sandbox.all('subscription').find((subscription) => subscription.id === id);
  return (one?.items.data[0]?.price.created ?? 0) * 1000;
}

/**
 * Lets the hours pass, by our clock, in which a page for another plan keeps a new price from being
 * scheduled; false where no such page was opened or no price has moved.
 */
export async function shutChangePages({ world, customer }: Life): Promise<boolean> {
  if (!world.isRepriced) return false;
  const isChange = and(
    eq(checkoutIntents.userId, customer.id),
    eq(checkoutIntents.status, 'change'),
  );
  const shut = await world.database.db
    .update(checkoutIntents)
    .set({ createdAt: sql`now() - interval '3 hours'` })
    .where(isChange)
    .returning({ id: checkoutIntents.id });
  return shut.length > 0;
}
