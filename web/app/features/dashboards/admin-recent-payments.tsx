import type { AdminDashboard } from 'contract/dashboards';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { paymentStatusDisplay } from '../../lib/status.ts';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { ArrowLink } from '../../ui/text-link.tsx';
import { ItemList, itemHeight } from './item-list.tsx';

/** The latest payments of everybody (product D19). */
export function AdminRecentPayments({
  data,
  loading,
}: {
  data?: AdminDashboard;
  loading: boolean;
}) {
  const payments = data?.recent_payments;
  return (
    <SectionCard
      title="Recent Payments"
      action={<ArrowLink to="/admin/payments">View all payments</ArrowLink>}
    >
      {loading && <SkeletonRows rows={5} height={itemHeight} />}
      {payments?.length === 0 && (
        <EmptyState
          icon={ReceiptPoundSterling}
          title="No payments found"
          text="New payments appear here."
        />
      )}
      {!loading && !payments && (
        <p className="px-5 py-8 text-center text-sm text-muted sm:px-6">
          The latest payments could not be loaded.
        </p>
      )}
      <ItemList
        items={(payments ?? []).map((payment) => ({
          id: payment.id,
          title: payment.user_name,
          text: `${payment.product_name}, ${payment.plan_type} · ${formatDate(payment.payment_date)}`,
          amount: formatPounds(payment.amount),
          status: paymentStatusDisplay(payment.status),
        }))}
      />
    </SectionCard>
  );
}
