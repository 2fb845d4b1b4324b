import type { AdminPaymentView } from 'contract/payments';
import type { AdminSubscriptionView } from 'contract/subscriptions';
import CreditCard from 'lucide-react/icons/credit-card';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { adminPaymentColumns } from '../../features/payments/admin-columns.tsx';
import { adminSubscriptionColumns } from '../../features/subscriptions/admin-columns.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { ArrowLink } from '../../ui/text-link.tsx';

/** The list has them all; here stand the newest. */
const shown = 5;

/** Whose they are is known on a page about one user. */
const subscriptionColumns = adminSubscriptionColumns.slice(1);
const paymentColumns = adminPaymentColumns.slice(1);

interface Props {
  id: string;
  history?: { subscriptions: AdminSubscriptionView[]; payments: AdminPaymentView[] };
}

/** A user's subscriptions and newest payments, each with the way to the whole list. */
export function UserHoldings({ id, history }: Props) {
  return (
    <>
      <SectionCard
        title="Subscriptions"
        action={
          <ArrowLink to={`/admin/subscriptions?user=${id}`} aria-label="View all subscriptions">
            View all
          </ArrowLink>
        }
      >
        {!history && <SkeletonRows rows={1} height="h-16" />}
        {history?.subscriptions.length === 0 && (
          <EmptyState icon={CreditCard} title="No subscriptions found" />
        )}
        {history && history.subscriptions.length > 0 && (
          <DataTable
            caption="Subscriptions"
            columns={subscriptionColumns}
            rows={history.subscriptions.slice(0, shown)}
            rowId={(subscription) => subscription.id}
          />
        )}
      </SectionCard>
      <SectionCard
        title="Payments"
        action={
          <ArrowLink to={`/admin/payments?user=${id}`} aria-label="View all payments">
            View all
          </ArrowLink>
        }
      >
        {!history && <SkeletonRows rows={2} height="h-16" />}
        {history?.payments.length === 0 && (
          <EmptyState icon={ReceiptPoundSterling} title="No payments found" />
        )}
        {history && history.payments.length > 0 && (
          <DataTable
            caption="Payments"
            columns={paymentColumns}
            rows={history.payments.slice(0, shown)}
            rowId={(payment) => payment.id}
          />
        )}
      </SectionCard>
    </>
  );
}
