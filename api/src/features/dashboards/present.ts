import { planName, productName } from 'contract/catalogue';
import type { AdminDashboard, UserDashboard } from 'contract/dashboards';
import { toPounds } from 'contract/format';
import type { PaymentWithPayer } from '../billing/payments/list.ts';
import type { PaymentRow } from '../billing/payments/service.ts';
import { presentCharge, presentSubscription } from '../billing/subscriptions/present.ts';
import { type Charge, type SubscriptionRow, underWay } from '../billing/subscriptions/service.ts';
import { growth, share } from './growth.ts';
import type { Overview } from './overview.ts';

/** The user's dashboard shows at most two subscriptions (product U19). */
const shownSubscriptions = 2;

/** `spent` in pence. */
export function presentUserDashboard({
  subscriptions,
  charges,
  spent,
  payments,
  now,
}: {
  subscriptions: SubscriptionRow[];
  charges: Map<string, Charge>;
  spent: number;
  payments: PaymentRow[];
  now: Date;
}): UserDashboard {
  const running = subscriptions.filter((subscription) => subscription.hasAccess);
  return {
    active_plans: {
      count: running.length,
      subscriptions: running
        .slice(0, shownSubscriptions)
        .map((row) => presentSubscription(row, [], { now, mayOpen: false }))
        .map((view) => ({
          id: view.id,
          product_name: view.product_name,
          plan_type: view.plan_name,
          status: view.status,
          price: view.price,
          billing_cycle: view.billing_cycle,
          trial_end_date: view.trial_end_date,
          current_period_end: view.current_period_end,
          cancel_at_period_end: view.cancel_at_period_end,
          payment_problem: view.payment_problem,
        })),
    },
    total_spent: { amount: toPounds(spent), currency: 'GBP' },
    next_billing: nextBilling([
      ...charges.values(),
      ...running.flatMap((row) => underWay(row) ?? []),
    ]),
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
function nextBilling(charges: Charge[]): UserDashboard['next_billing'] {
  const [next] = charges.toSorted((a, b) => a.date.getTime() - b.date.getTime());
  return next ? presentCharge(next) : { date: null, amount: null, credit: null };
}

/** Each figure with the address of the rows behind it. */
export function presentAdminDashboard(
  { activeUsers, trialUsers, activeSubscriptions, revenue, months }: Overview,
  payments: PaymentWithPayer[],
): AdminDashboard {
  const [last, now] = months.slice(-2);
  const subscriptions = (figure: string, month?: string) =>
    `/admin/subscriptions?figure=${figure}${month ? `&month=${month}` : ''}`;
  return {
    active_users: { ...metric(activeUsers), rows: '/admin/users?isActive=true' },
    trial_users: { ...metric(trialUsers), rows: '/admin/users?holds=trial' },
    active_subscriptions: {
      ...metric(activeSubscriptions),
      rows: '/admin/subscriptions?status=active',
    },
    total_revenue: {
      amount: toPounds(revenue.total),
      growth: growth(revenue.thisMonth, revenue.lastMonth),
      rows: '/admin/payments?figure=revenue',
    },
    recurring_revenue: {
      amount: toPounds(now?.recurring ?? 0),
      growth: growth(now?.recurring ?? 0, last?.recurring ?? 0),
      rows: subscriptions('recurring'),
    },
    months: months.map((month) => ({
      month: month.month,
      revenue: toPounds(month.revenue),
      recurring_revenue: toPounds(month.recurring),
      subscribers: month.subscribers,
      churned: month.churned,
      churn: share(month.churned, month.subscribersBefore),
      trials_ended: month.trialsEnded,
      trials_converted: month.trialsConverted,
      conversion: share(month.trialsConverted, month.trialsEnded),
      rows: {
        revenue: `/admin/payments?figure=revenue&month=${month.month}`,
        churned: subscriptions('churned', month.month),
        trials_ended: subscriptions('trial-ended', month.month),
        trials_converted: subscriptions('trial-converted', month.month),
      },
    })),
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
