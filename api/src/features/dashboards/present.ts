import { planName, productName } from 'contract/catalogue';
import type { AdminDashboard, UserDashboard } from 'contract/dashboards';
import { toPounds } from 'contract/format';
import type { PaymentRow, PaymentWithPayer } from '../billing/payments/service.ts';
import type { SubscriptionRow } from '../billing/subscriptions/service.ts';
import type { Overview } from './repository.ts';

/** Spec section 9: the user's dashboard shows at most two subscriptions. */
const shownSubscriptions = 2;

/** `spent` in pence. */
export function presentUserDashboard({
  subscriptions,
  spent,
  payments,
}: {
  subscriptions: SubscriptionRow[];
  spent: number;
  payments: PaymentRow[];
}): UserDashboard {
  const running = subscriptions.filter((subscription) => subscription.hasAccess);
  return {
    active_plans: {
      count: running.length,
      subscriptions: running.slice(0, shownSubscriptions).map((subscription) => ({
        id: subscription.id,
        product_name: productName(subscription.productId),
        plan_type: planName(subscription.planId),
        status: subscription.status,
        price: toPounds(subscription.amount),
        billing_cycle: subscription.cycle,
      })),
    },
    total_spent: { amount: toPounds(spent), currency: 'GBP' },
    next_billing: nextBilling(running),
    recent_payments: payments.map((payment) => ({
      id: payment.id,
      product_name: productName(payment.productId),
      plan_type: planName(payment.planId),
      payment_date: payment.paidAt.toISOString(),
      amount: toPounds(payment.amount),
      status: payment.status,
    })),
  };
}

/** The soonest charge still to come; a subscription that will end has none. */
function nextBilling(running: SubscriptionRow[]): UserDashboard['next_billing'] {
  const [next] = running
    .filter((subscription) => !subscription.cancelAtPeriodEnd)
    .flatMap(({ periodEnd, amount }) => (periodEnd ? [{ periodEnd, amount }] : []))
    .toSorted((a, b) => a.periodEnd.getTime() - b.periodEnd.getTime());
  return {
    date: next?.periodEnd.toISOString() ?? null,
    amount: next ? toPounds(next.amount) : null,
  };
}

export function presentAdminDashboard(
  { activeUsers, trialUsers, activeSubscriptions, revenue }: Overview,
  payments: PaymentWithPayer[],
): AdminDashboard {
  return {
    active_users: metric(activeUsers),
    trial_users: metric(trialUsers),
    active_subscriptions: metric(activeSubscriptions),
    total_revenue: {
      amount: toPounds(revenue.total),
      growth: growth(revenue.thisMonth, revenue.lastMonth),
    },
    recent_payments: payments.map(({ payment, payer }) => ({
      id: payment.id,
      user_name: `${payer.firstName} ${payer.lastName}`,
      product_name: productName(payment.productId),
      plan_type: planName(payment.planId),
      amount: toPounds(payment.amount),
      status: payment.status === 'success' ? 'completed' : payment.status,
      payment_date: payment.paidAt.toISOString(),
    })),
  };
}

function metric({ now, before }: { now: number; before: number }) {
  return { count: now, growth: growth(now, before) };
}

/** Percent with one decimal; zero when nothing changed, null for a growth from nothing. */
function growth(now: number, before: number): number | null {
  if (now === before) return 0;
  return before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
}
