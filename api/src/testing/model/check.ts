import { deepStrictEqual as same } from 'node:assert/strict';
import { findProduct } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { stripeCustomers } from '../../db/schema.ts';
import { sumPayments } from '../../features/billing/payments/list-repository.ts';
import { findPayments } from '../../features/billing/payments/repository.ts';
import { findSubscriptionsOfUser } from '../../features/billing/subscriptions/repository.ts';
import type { Life } from './life.ts';
import { paymentFields, seconds, subscriptionFields } from './our-rows.ts';
import { type Held, type Truth, truthOf } from './truth.ts';
import { checkVat } from './vat.ts';
import type { World } from './world.ts';

const unlisted = ['incomplete', 'incomplete_expired'];
const asked = [null, 'cancellation_requested'];

/** Our rows say what Stripe says, and nobody holds a product twice. */
export async function checkRows(life: Life): Promise<Truth> {
  const { world, customer } = life;
  const { db } = world.database;
  const truth = truthOf(world.sandbox);
  const until = await purgedUntil(world, customer.id);
  const all = await findSubscriptionsOfUser(db, customer.id);
  // A night that a kill broke off may have left some of what is too old to the next.
  const isToStay = (at: Date | null) => life.kills === 0 || (seconds(at) ?? Infinity) > until;
  const rows = all.filter(({ endedAt }) => isToStay(endedAt));
  same(
    byId(rows.map(subscriptionFields)),
    byId(
      truth.held
        .filter((one) => !unlisted.includes(one.stripeStatus))
        .filter(({ endedAt }) => endedAt === null || endedAt > until)
        .map(rowOf),
    ),
    'subscriptions',
  );
  const payments = await findPayments(db, { userId: customer.id });
  same(
    byId(payments.filter(({ paidAt }) => isToStay(paidAt)).map(paymentFields)),
    byId(
      truth.paid
        .filter(({ at }) => at > until)
        .map(({ invoice, at: _, ...paid }) => ({ id: invoice, ...paid })),
    ),
    'payments',
  );
  checkVat(world, payments);
  const covered = truth.held
    .filter(({ live }) => live)
    .flatMap(({ plan }) => findProduct(plan.productId)?.includes ?? []);
  same(covered.toSorted(), [...new Set(covered)].toSorted(), 'each product is held once');
  const downgraded = truth.held.filter(
    ({ id, live, plan }) =>
      live && life.downgraded.has(id) && findProduct(plan.productId)?.key !== 'combined',
  );
  same(downgraded, [], 'an old page does not downgrade the combined offer');
  for (const { id, live } of truth.held) if (live) life.seenLive.add(id);
  return truth;
}

/** The revenue is what Stripe took less what it gave back. */
export async function checkRevenue({ world, customer }: Life, truth: Truth): Promise<void> {
  // What was given back of a payment that is cleared away by now is not known here.
  if ((await purgedUntil(world, customer.id)) > 0) return;
  const sums = await sumPayments(world.database.db, { userId: customer.id });
  const kept = sums
    .filter(({ status }) => status === 'success' || status === 'refunded')
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  same(kept, truth.kept, 'revenue');
}

/** Each mail went out once; those that must have gone out did; none has no cause. */
export function checkMails(
  life: Life,
  { held, paid, covered, asked: waiting }: Truth,
  isDeleted: boolean,
): void {
  const { mails } = life.world;
  for (const [cause, times] of mails) {
    const limit = life.kills > 0 ? 1 + life.kills : 1;
    same(times >= 1 && times <= limit, true, `${cause} went out ${times} times`);
  }
  const confirmed = ({ id }: Held) => `withdrawal-confirmed:${id}`;
  const ends = held
    .filter((one) => one.endedAt !== null && !one.refused && life.seenLive.has(one.id))
    // Who withdrew while the account was deleted is told of one of the two.
    .filter((one) => !(isDeleted && mails.has(confirmed(one))))
    .map((one) =>
      one.withdrawn && !isDeleted ? confirmed(one) : `subscription-ended:${one.id}:${one.endedAt}`,
    );
  const others = [
    ...held.filter((one) => one.refused).map((one) => `trial-refused:${one.id}`),
    ...paid
      .filter(({ status }) => status === 'success')
      .map((one) => `payment-receipt:${one.invoice}`),
    ...paid
      .filter(({ status, subscription }) => status === 'failed' && isLate(held, subscription))
      .map((one) => `payment-failed:${one.invoice}`),
    ...waiting.map((invoice) => `payment-confirm:${invoice}`),
    ...held
      .filter(({ stripeStatus }) => stripeStatus === 'trialing')
      .map((one) => `trial-started:${one.id}`),
    ...held
      .filter(({ id, stripeStatus }) => stripeStatus === 'active' && life.bought.has(id))
      .filter(({ trialEnd }) => trialEnd === null)
      .map((one) => `subscription-started:${one.id}`),
  ];
  // What is first seen after a deletion is told to nobody.
  const must = isDeleted ? ends : [...ends, ...others];
  same(
    must.filter((cause) => !mails.has(cause)),
    [],
    'mails that did not go out',
  );
  const may: Record<string, string[]> = {
    'payment-receipt': paid
      .filter(({ status }) => status === 'success' || status === 'refunded')
      .map(({ invoice }) => invoice)
      .concat(covered),
    // One that ran may be refused once it was changed to what its card has had.
    'trial-started': held
      .filter(({ id, trialEnd, refused }) => trialEnd !== null || (refused && wasChanged(life, id)))
      .map(({ id }) => id),
    'subscription-started': held.map(({ id }) => id),
    'trial-refused': held.filter((one) => one.refused).map(({ id }) => id),
    'trial-ending': held.filter(({ trialEnd }) => trialEnd !== null).map(({ id }) => id),
    'subscription-ended': held.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id),
    'withdrawal-confirmed': held.filter(({ withdrawn }) => withdrawn).map(({ id }) => id),
  };
  for (const [kind, ids] of Object.entries(may)) {
    const told = [...mails.keys()]
      .map((cause) => cause.split(':'))
      .filter(([name]) => name === kind);
    const once = new Set(told.map(([, id]) => id));
    same(told.length, once.size, `${kind} once for each`);
    same(
      told.map(([, id = '']) => id).filter((id) => !ids.includes(id)),
      [],
      `${kind} without a cause`,
    );
  }
}

function isLate(held: Held[], id: string | null): boolean {
  return held.some((one) => one.id === id && one.stripeStatus === 'past_due');
}

function rowOf(one: Held) {
  return {
    id: one.id,
    plan: one.plan.id,
    amount: one.amount,
    status: statusOf(one),
    hasAccess: one.live,
    paymentProblem: one.stripeStatus === 'past_due',
    underWay: one.underWay,
    ending: one.ending,
    trialEnd: one.trialEnd,
    periodEnd: one.periodEnd,
    endedAt: one.endedAt,
  };
}

function statusOf({ stripeStatus, reason }: Held): string {
  if (stripeStatus === 'trialing') return 'trial';
  if (stripeStatus === 'active' || stripeStatus === 'past_due') return 'active';
  return stripeStatus === 'canceled' && asked.includes(reason) ? 'cancelled' : 'expired';
}

function byId<Row extends { id: string }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Until when the payments of a customer were cleared away, in seconds; 0 for none. */
export async function purgedUntil({ database }: World, userId: string): Promise<number> {
  const [row] = await database.db
    .select({ until: stripeCustomers.purgedUntil })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  return (row?.until?.getTime() ?? 0) / 1000;
}

/** Whether a subscription once was for another plan. */
const wasChanged = ({ world: { sandbox } }: Life, id: string): boolean =>
  sandbox.all('event').some(({ type, data }) => {
    const { object, previous_attributes: before } = data as {
      object: { id: string };
      previous_attributes?: object;
    };
    return (
      type === 'customer.subscription.updated' && object.id === id && 'items' in (before ?? {})
    );
  });
