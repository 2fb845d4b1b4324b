import { deepStrictEqual as same } from 'node:assert/strict';
import { type Plan, type Product, products } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Doc, InProcessSandbox } from 'stripe-sandbox/in-process';
import { lastRuns } from '../../features/billing/reconciliation/service.ts';
import { type Life, nth, running } from './life.ts';
import type { Sale } from './stripe-acts.ts';
import { unlessRefused } from './support.ts';
import { isInPounds, strangersOf, unservedOf } from './truth.ts';
import { stripeCustomerOf } from './world.ts';

const live = ['trialing', 'active', 'past_due'];

/**
 * Support sells at Stripe's dashboard what the site never would: at a price without our metadata, both
 * products on one subscription, two of one, by the quarter, in another currency, or to a customer who belongs to
 * nobody. Not what is held.
 */
export async function sellAtDashboard(life: Life, { how, product: n }: Sale): Promise<void> {
  const singles = products.filter(({ includes }) => includes.length === 1);
  const sold = how === 'both' ? singles : [nth([...products], n) as Product];
  const isHeld = running(life).some(({ plan }) => sold.some((one) => overlaps(one, plan)));
  if (isHeld && how !== 'to a stranger') return;
  await unlessRefused(sell(life, sold, how));
}

async function sell(
  { world, customer: person }: Life,
  sold: Product[],
  how: Sale['how'],
): Promise<void> {
  const { stripe } = world;
  const customer =
    how === 'to a stranger'
      ? (await stripe.customers.create({ email: person.email })).id
      : await stripeCustomerOf(world, person.id);
  if (!customer) return;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const quantity = how === 'two of one' ? 2 : 1;
  const items = [];
  const terms = {
    months: how === 'by the quarter' ? 3 : 1,
    currency: how === 'in another currency' ? 'jpy' : 'gbp',
  };
  for (const one of sold) items.push({ price: await ownPrice(stripe, one, terms), quantity });
  await stripe.subscriptions.create({ customer, items, default_payment_method: card.id });
}

/** A price as somebody makes it at the dashboard: of an amount of its own, without our metadata. */
async function ownPrice(
  stripe: Stripe,
  { id: product, monthly }: Product,
  { months, currency }: { months: number; currency: string },
): Promise<string> {
  const unit_amount = (monthly.amount - 300) * months;
  const { data } = await stripe.prices.list({ product, limit: 100 });
  const known = data.find(
    (one) => one.unit_amount === unit_amount && one.currency === currency && !one.metadata.plan_id,
  );
  const recurring = { interval: 'month' as const, interval_count: months };
  return (known ?? (await stripe.prices.create({ product, unit_amount, currency, recurring }))).id;
}

/** Whether a customer who belongs to nobody pays for something that is in a plan. */
export function isSoldToStranger(sandbox: InProcessSandbox, plan: Plan): boolean {
  return soldToStrangers(sandbox).some(({ items }) =>
    items.data.some(({ price }) =>
      products.some((one) => one.id === price.product && overlaps(one, plan)),
    ),
  );
}

/** Whether somebody pays for what cannot be served, and is sold nothing on top. */
export function paysUnserved(sandbox: InProcessSandbox): boolean {
  return unservedRunning(sandbox).length > 0;
}

/** Whether somebody has a balance in another currency, beside which Stripe charges nothing in pounds. */
export function isKeptInOtherCurrency(sandbox: InProcessSandbox): boolean {
  const strangers = strangersOf(sandbox);
  return sandbox
    .all('customer')
    .some((one) => !strangers.has(one.id) && one.balance !== 0 && !isInPounds(one));
}

/**
 * What runs for customers who belong to nobody, or cannot be served, is in the last report, and left to
 * somebody; but what a deleted user was sold is ended.
 */
export async function checkUnsold({ world }: Life): Promise<void> {
  const { run } = await lastRuns(world.database.db);
  const told = (field: string) =>
    (run?.differences ?? [])
      .filter((one) => one.field === field && !one.repaired)
      .map(({ id }) => id)
      .toSorted();
  const left = (all: Doc<'subscription'>[]) => all.map(({ id }) => id).toSorted();
  same(told('user'), left(soldToStrangers(world.sandbox)), 'what is paid for by strangers');
  same(told('access'), left(unservedRunning(world.sandbox)), 'what is paid for and not served');
}

function unservedRunning(sandbox: InProcessSandbox): Doc<'subscription'>[] {
  const unserved = unservedOf(sandbox);
  return sandbox
    .all('subscription')
    .filter(({ id, status }) => unserved.has(id) && live.includes(status));
}

function soldToStrangers(sandbox: InProcessSandbox): Doc<'subscription'>[] {
  const strangers = strangersOf(sandbox);
  return sandbox
    .all('subscription')
    .filter(({ customer, status }) => strangers.has(customer) && live.includes(status));
}

function overlaps({ includes }: Product, { productId }: Plan): boolean {
  const other = products.find(({ id }) => id === productId);
  return includes.some((key) => other?.includes.includes(key));
}
