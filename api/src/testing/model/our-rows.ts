import type { PaymentRow } from '../../features/billing/payments/repository.ts';
import type { SubscriptionRow } from '../../features/billing/subscriptions/repository.ts';

/** What is compared of a subscription with Stripe; moments are unix seconds. */
export const subscriptionFields = (row: SubscriptionRow) => ({
  id: row.stripeId,
  plan: row.planId,
  amount: row.amount,
  status: row.status,
  hasAccess: row.hasAccess,
  paymentProblem: row.paymentProblem,
  underWay:
    row.chargingAmount === null
      ? null
      : { charged: row.chargingAmount, credit: row.chargingCredit ?? 0 },
  ending: row.cancelAtPeriodEnd,
  trialEnd: seconds(row.trialEnd),
  periodEnd: seconds(row.periodEnd),
  endedAt: seconds(row.endedAt),
});

/** What is compared of a payment with Stripe. */
export const paymentFields = (row: PaymentRow) => ({
  id: row.stripeInvoiceId,
  subscription: row.stripeSubscriptionId,
  status: row.status,
  amount: row.amount,
  refunded: row.refunded,
});

export function seconds(moment: Date | null): number | null {
  return moment === null ? null : moment.getTime() / 1000;
}
