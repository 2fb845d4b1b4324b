import { findPlan } from 'contract/catalogue';
import type Stripe from 'stripe';
import { renewalFrom } from './renewals.ts';
import type { PriceMove } from './repository.ts';

/** A new price that a subscription's holder was told of and that does not apply yet. */
export interface Pending {
  move: PriceMove;
  /** The renewal from which it does. */
  from: Date;
}

/**
 * What waits of the moves of a subscription, newest first: nothing for one that is set to end, whose
 * plan is another one by now, or that is sold at a price of its own, and nothing that was taken back
 * or, of what gets dearer, has come before.
 * @param sold the plan and the pence of what it sells now
 */
export function pendingMove(
  subscription: Stripe.Subscription,
  sold: { planId: string; amount: number },
  moves: PriceMove[],
): Pending | null {
  const { id, ended_at, cancel_at, cancel_at_period_end: ends } = subscription;
  if (ended_at !== null || cancel_at !== null || ends) return null;
  const move = moves.find(({ stripeSubscriptionId }) => stripeSubscriptionId === id);
  if (!move || move.planId !== sold.planId || move.oldAmount !== sold.amount) return null;
  if (isTakenBack(move) || (isRise(move) && isSoldAnew(subscription, move))) return null;
  // The end of the period, not today: Stripe renews a while after it.
  const renewal = new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000);
  return { move, from: firstRenewal(subscription, move.notBefore, renewal) };
}

/** Whether all that a subscription sells is a plan, at a price that was the catalogue's. */
export function isAtOurPrice({ items }: Stripe.Subscription, planId: string): boolean {
  const [item, ...others] = items.data;
  return others.length === 0 && item?.quantity === 1 && item.price.metadata.plan_id === planId;
}

/**
 * Whether a subscription is sold at a price that Stripe has only had since its holder was told of a move:
 * that one has come and gone, or they chose the plan anew, at what it costs. Until it comes, what is sold
 * is older than what was told, whether it is on trial, discounted or not paid; nor does what a plan costs
 * say it, which may be the same as before.
 */
export function isSoldAnew({ items }: Stripe.Subscription, { toldAt }: PriceMove): boolean {
  return items.data.some(({ price }) => price.created * 1000 > toldAt.getTime());
}

const isRise = ({ oldAmount, newAmount }: PriceMove): boolean => newAmount > oldAmount;

/** Whether a plan has become cheaper than the higher price that its holder was told of. */
function isTakenBack(move: PriceMove): boolean {
  return isRise(move) && move.newAmount > (findPlan(move.planId)?.amount ?? move.newAmount);
}

/**
 * The first renewal of a subscription that is no earlier than any of these moments. The first charge
 * after a trial is none: its amount was agreed to.
 */
export function firstRenewal(
  { billing_cycle_anchor, items }: Stripe.Subscription,
  ...notBefore: Date[]
): Date {
  const anchor = new Date(billing_cycle_anchor * 1000);
  const cycle = items.data[0]?.price.recurring?.interval === 'year' ? 'yearly' : 'monthly';
  const earliest = Math.max(...notBefore.map((moment) => moment.getTime()));
  return renewalFrom({ anchor, cycle }, new Date(earliest));
}
