import type { RowData } from '@tanstack/react-table';
import type { AdminSubscriptionView } from 'contract/admin-subscriptions';
import type { AdminPaymentView } from 'contract/payments';
import type { LucideIcon } from 'lucide-react';
import CreditCard from 'lucide-react/icons/credit-card';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { adminPaymentColumns } from '../../features/admin-lists/payment-columns.tsx';
import { subscriptionColumnsOfUser } from '../../features/admin-lists/subscription-columns.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import type { Columns } from '../../ui/signed-in/table-columns.ts';
import { ArrowLink } from '../../ui/text-link.tsx';

/** The list has them all; here stand the newest. */
const maxRows = 5;

/** Whose they are is known on a page about one user. */
const paymentColumns = adminPaymentColumns.slice(1);

interface Props {
  id: string;
  history?: { subscriptions: AdminSubscriptionView[]; payments: AdminPaymentView[] };
}

/** A user's subscriptions and newest payments, each with the way to the whole list. */
export function UserHoldings({ id, history }: Props) {
  return (
    <>
      <Holdings
        title="Subscriptions"
        to={`/admin/subscriptions?user=${id}`}
        icon={CreditCard}
        rows={history?.subscriptions}
        columns={subscriptionColumnsOfUser}
        skeletonRows={1}
      />
      <Holdings
        title="Payments"
        to={`/admin/payments?user=${id}`}
        icon={ReceiptPoundSterling}
        rows={history?.payments}
        columns={paymentColumns}
        skeletonRows={2}
      />
    </>
  );
}

interface HoldingsProps<Row extends RowData & { id: string }> {
  title: string;
  /** The whole list. */
  to: string;
  icon: LucideIcon;
  rows: Row[] | undefined;
  columns: Columns<Row>;
  skeletonRows: number;
}

function Holdings<Row extends RowData & { id: string }>(props: HoldingsProps<Row>) {
  const { title, to, icon, rows, columns, skeletonRows } = props;
  const many = title.toLowerCase();
  return (
    <SectionCard
      title={title}
      action={
        <ArrowLink to={to} aria-label={`View all ${many}`}>
          View all
        </ArrowLink>
      }
    >
      {!rows && (
        <>
          {/* Where it is a table, its head. */}
          <div aria-hidden="true" className="hidden h-10.25 border-b border-line xl:block" />
          <SkeletonRows rows={skeletonRows} height="h-20.25" />
        </>
      )}
      {rows?.length === 0 && <EmptyState icon={icon} title={`No ${many} found`} />}
      {rows && rows.length > 0 && (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows.slice(0, maxRows)}
          rowId={({ id }) => id}
          isDense
        />
      )}
    </SectionCard>
  );
}
