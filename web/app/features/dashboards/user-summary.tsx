import type { UserDashboard } from 'contract/dashboards';
import CreditCard from 'lucide-react/icons/credit-card';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { paymentStatusDisplay } from '../../lib/status.ts';
import { subscriptionBadge } from '../../lib/subscription-badge.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { ArrowLink } from '../../ui/text-link.tsx';
import { ItemList, itemHeight } from './item-list.tsx';

const subscriptionsShown = 2;
const paymentsShown = 3;

/** The first subscriptions (product U19). */
export function ActiveSubscriptions({ data }: { data?: UserDashboard }) {
  const subscriptions = data?.active_plans.subscriptions.slice(0, subscriptionsShown) ?? [];
  return (
    <SectionCard
      title="My Active Subscriptions"
      action={<ArrowLink to="/user/subscriptions">View all</ArrowLink>}
    >
      {!data && <SkeletonRows rows={2} height={itemHeight} />}
      {data && subscriptions.length === 0 && (
        <EmptyState
          icon={CreditCard}
          title="No active subscriptions"
          text="Choose a plan to get started."
          action={<ButtonLink to="/user/subscriptions/plans">Browse Plans</ButtonLink>}
          className="my-auto"
        />
      )}
      <ItemList
        items={subscriptions.map((subscription) => ({
          id: subscription.id,
          title: subscription.product_name,
          text: `${subscription.plan_type} plan`,
          amount: (
            <>
              {formatPounds(subscription.price)}
              <span className="text-sm font-normal text-muted">
                {subscription.billing_cycle === 'monthly' ? ' / month' : ' / year'}
              </span>
            </>
          ),
          status: subscriptionBadge(subscription),
        }))}
      />
    </SectionCard>
  );
}

/** The latest payments (product U20). */
export function MyRecentPayments({ data }: { data?: UserDashboard }) {
  const payments = data?.recent_payments.slice(0, paymentsShown) ?? [];
  return (
    <SectionCard
      title="Recent Payments"
      action={<ArrowLink to="/user/payments">View all payments</ArrowLink>}
    >
      {!data && <SkeletonRows rows={3} height={itemHeight} />}
      {data && payments.length === 0 && (
        <EmptyState
          icon={ReceiptPoundSterling}
          title="No payment history"
          text="Your payments will be listed here."
          className="my-auto"
        />
      )}
      <ItemList
        items={payments.map((payment) => ({
          id: payment.id,
          title: payment.product_name,
          text: `${payment.plan_type} · ${formatDate(payment.payment_date)}`,
          amount: formatPounds(payment.amount),
          status: paymentStatusDisplay(payment.status),
        }))}
      />
    </SectionCard>
  );
}
