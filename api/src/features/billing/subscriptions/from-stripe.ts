import type Stripe from 'stripe';
import { pendingMove } from '../price-moves/pending.ts';
import type { PriceMove } from '../price-moves/repository.ts';
import { subscriptionOf } from '../stripe/invoice-references.ts';
import { chargeUnderWay } from '../stripe/sync/drafts.ts';
import type { Sale } from '../stripe/sync/sale.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { statusOf } from '../stripe/sync/status.ts';
import { lastTry } from '../stripe/sync/tries.ts';
import type { Credit } from '../stripe/sync/unkept-credit.ts';
import { isTrialRefused } from '../stripe/sync/used-trials.ts';
import { rightToWithdraw } from '../withdrawals/right.ts';
import { withdrawalOf } from '../withdrawals/withdrawn.ts';
import { reasonOf } from './cancelled-by.ts';
import type { SubscriptionProjection } from './repository.ts';

/**
 * Reads a Stripe subscription as a row of ours. Null when it is not to be listed: never paid, in a
 * state this code does not know, or for nothing of ours.
 */
export function projectSubscription(
  subscription: Stripe.Subscription,
  sale: Sale | undefined,
  { snapshot, credit, moves }: { snapshot: Snapshot; credit: Credit; moves: PriceMove[] },
): SubscriptionProjection | null {
  const ours = statusOf(subscription);
  const item = subscription.items.data[0];
  if (!ours?.listed || !sale || !item) return null;
  const { plan, amount } = sale;
  const periodEnd = moment(item.current_period_end);
  const trialRefused = isTrialRefused(subscription);
  const { comment } = subscription.cancellation_details ?? {};
  const withdrawal = withdrawalOf(subscription);
  const isOpen = ours.hasAccess && !withdrawal;
  const right = isOpen ? rightToWithdraw(subscription, snapshot, { credit }) : null;
  const sold = { planId: plan.id, amount };
  const pending = pendingMove(subscription, sold, moves);
  const isPaidFor = ours.status === 'active' && !ours.paymentProblem;
  const underWay = isPaidFor ? chargeUnderWay(subscription.id, snapshot) : null;
  const endsLater = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  return {
    stripeId: subscription.id,
    stripeStatus: subscription.status,
    productId: plan.productId,
    planId: plan.id,
    cycle: plan.cycle,
    amount,
    chargingAt: underWay?.date ?? null,
    chargingAmount: underWay?.charged ?? null,
    chargingCredit: underWay?.credit ?? null,
    newAmount: pending?.move.newAmount ?? null,
    newAmountFrom: pending?.from ?? null,
    status: ours.status,
    hasAccess: ours.hasAccess,
    paymentProblem: ours.paymentProblem,
    triedUntil: ours.paymentProblem ? lastTry(subscription, snapshot) : null,
    invoiceToConfirm: ours.paymentProblem ? invoiceToConfirm(subscription, snapshot) : null,
    cancelAtPeriodEnd: endsLater && ours.hasAccess,
    // What was refused its trial never ran, and is in no figure of what did.
    startedAt: moment(trialRefused ? subscription.ended_at : subscription.start_date) ?? new Date(),
    trialStart: moment(subscription.trial_start),
    trialEnd: trialRefused ? null : moment(subscription.trial_end),
    trialRefused,
    periodEnd,
    endsAt: endsLater ? (moment(subscription.cancel_at) ?? periodEnd) : null,
    cancelRequestedAt: endsLater ? moment(subscription.canceled_at) : null,
    endedAt: moment(subscription.ended_at),
    cancelReason: endsLater ? reasonOf(subscription) : null,
    cancelComment: endsLater ? (comment ?? null) : null,
    withdrawSince: right?.since ?? null,
    withdrawRefund: withdrawal?.refund ?? right?.refund ?? null,
    withdrawCredit: (withdrawal ?? right)?.credit || null,
    withdrawHeld: (withdrawal ?? right)?.held || null,
    withdrawnAt: withdrawal?.at ?? null,
  };
}

/** The newest invoice of a subscription that the bank wants confirmed. */
function invoiceToConfirm(
  { id }: Stripe.Subscription,
  { invoices, asked }: Snapshot,
): string | null {
  const waits = invoices.find((invoice) => asked.has(invoice.id) && subscriptionOf(invoice) === id);
  return waits?.id ?? null;
}

/** Stripe's seconds as a date. */
function moment(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000);
}
