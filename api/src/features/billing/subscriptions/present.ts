import type { AdminSubscriptionView } from 'contract/admin-subscriptions';
import { findProduct, type LoginLink, planName } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import * as messages from 'contract/messages';
import type { SubscriptionView } from 'contract/subscriptions';
import { stillCharged } from 'contract/under-way';
import { lastDayToWithdraw, londonDay, londonDaysBetween } from 'contract/withdrawal';
import { presentPerson } from '../../users/present.ts';
import { type Charge, underWay } from './charges-to-come.ts';
import type { SubscriptionWithHolder } from './list-repository.ts';
import type { SubscriptionRow } from './repository.ts';

/**
 * A subscription as its owner sees it, with its next charge if there is one. Login links only while
 * there is access and its owner may open products; `withToken` names the products that verify our tokens.
 */
export function presentSubscription(
  row: SubscriptionRow,
  withToken: readonly LoginLink['product'][],
  {
    now,
    charge,
    toConfirm,
    mayOpen,
  }: {
    now: Date;
    charge?: Charge | undefined;
    toConfirm?: string | undefined;
    mayOpen: boolean;
  },
): SubscriptionView {
  const product = findProduct(row.productId);
  const charging = underWay(row);
  return {
    id: row.id,
    product_name: product?.name ?? '',
    plan_name: planName(row.planId),
    status: row.status,
    trial_end_date: row.trialEnd?.toISOString() ?? null,
    trial_refused: row.trialRefused,
    current_period_end: (row.endsAt ?? row.periodEnd)?.toISOString() ?? null,
    price: toPounds(row.amount),
    new_price:
      row.newAmount !== null && row.newAmountFrom
        ? { amount: toPounds(row.newAmount), from: row.newAmountFrom.toISOString() }
        : null,
    next_charge: charge ? presentCharge(charge) : null,
    charge_under_way: charging ? presentCharge(charging) : null,
    billing_cycle: row.cycle,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    payment_problem: row.paymentProblem,
    payment_to_confirm: toConfirm ?? null,
    ...withdrawable(row, now),
    login_urls: (row.hasAccess && mayOpen ? (product?.loginLinks ?? []) : []).map((link) => ({
      name: link.name,
      url: link.url,
      product: link.product,
      with_token: withToken.includes(link.product),
    })),
  };
}

/** What is told of a cancellation: what is still charged, too (product C19). */
export function cancelledText(row: SubscriptionRow): string {
  const charging = underWay(row);
  return [messages.cancelled, ...(charging ? [stillCharged(presentCharge(charging))] : [])].join(
    '. ',
  );
}

/** A charge to come, in pounds. */
export function presentCharge({ date, charged, credit }: Charge) {
  return {
    date: date.toISOString(),
    amount: toPounds(charged),
    credit: credit === null ? null : toPounds(credit),
  };
}

/** Until when its holder may withdraw, and what would go back; null once that is over. */
function withdrawable(
  { hasAccess, withdrawSince, withdrawRefund, withdrawCredit, withdrawHeld }: SubscriptionRow,
  now: Date,
): Pick<SubscriptionView, `withdraw_${'until' | 'refund' | 'credit' | 'held'}`> {
  const until = hasAccess && withdrawSince ? lastDayToWithdraw(withdrawSince) : null;
  if (until === null || until < londonDay(now)) {
    const nothing = { withdraw_refund: null, withdraw_credit: null, withdraw_held: null };
    return { withdraw_until: null, ...nothing };
  }
  return {
    withdraw_until: until,
    withdraw_refund: toPounds(withdrawRefund ?? 0),
    withdraw_credit: toPounds(withdrawCredit ?? 0),
    withdraw_held: toPounds(withdrawHeld ?? 0),
  };
}

/** How long a letter may be on its way to whoever enters it. */
const enteredWithinDays = 30;

/** Whether an admin is offered to enter a withdrawal that was declared in time, also once it has ended (product D131). */
function isDeclarable(
  { withdrawnAt, trialRefused, hasAccess, endedAt }: SubscriptionRow,
  now: Date,
): boolean {
  if (withdrawnAt || trialRefused) return false;
  return hasAccess || (endedAt !== null && londonDaysBetween(endedAt, now) <= enteredWithinDays);
}

/** A subscription with its holder, as admins see it at this moment of Stripe's clock. */
export function presentAdminSubscription(
  { subscription, holder }: SubscriptionWithHolder,
  now: Date,
): AdminSubscriptionView {
  const product = findProduct(subscription.productId);
  return {
    id: subscription.id,
    user: presentPerson(holder),
    product: { name: product?.name ?? '', description: product?.description ?? '' },
    pricing_plan: {
      plan_name: planName(subscription.planId),
      billing_cycle: subscription.cycle,
      price: toPounds(subscription.amount),
    },
    status: subscription.status,
    trial_end_date: subscription.trialEnd?.toISOString() ?? null,
    start_date: subscription.startedAt.toISOString(),
    end_date:
      (subscription.endedAt ?? subscription.endsAt ?? subscription.periodEnd)?.toISOString() ??
      null,
    ...withdrawable(subscription, now),
    withdraw_declarable: isDeclarable(subscription, now),
  };
}
