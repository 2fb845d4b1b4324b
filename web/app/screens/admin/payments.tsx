import { paymentStatus } from 'contract/payments';
import { billingCycle } from 'contract/subscriptions';
import Receipt from 'lucide-react/icons/receipt';
import { adminPaymentColumns } from '../../features/payments/admin-columns.tsx';
import { PaymentStatCards } from '../../features/payments/admin-stats.tsx';
import { useAllPayments } from '../../features/payments/use-payments.ts';
import { formatPounds } from '../../lib/format.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { oneOf, pageOf, useAddressFilters } from '../../lib/use-address-filters.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NothingFound, NotLoaded } from '../../ui/list-outcomes.tsx';
import { ListPanel, listState } from '../../ui/list-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { AdminFilters } from './admin-filters.tsx';

export const meta = () => pageMeta('Payments');

const pageSize = 25;
const title = 'No payments found';

const statusOptions = [
  { value: 'all', label: 'All Status' },
  { value: 'success', label: 'Success' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
];

/** /admin/payments (spec 2.5) */
export default function AdminPayments() {
  const filters = useAddressFilters();
  const { params, set, reset } = filters;
  const page = pageOf(params);
  const payments = useAllPayments({
    search: params.get('search') ?? '',
    status: oneOf(params.get('status'), paymentStatus.options),
    product: params.get('product') ?? undefined,
    plan: oneOf(params.get('plan'), billingCycle.options),
    page,
    pageSize,
  });
  const { data, isPending, isFetching } = payments;
  const rows = data?.payments ?? [];
  const retry = () => void payments.refetch();

  return (
    <>
      <PageHeader
        title="Payments Management"
        text="Every payment of every customer."
        badge={
          <Badge tone="brand">
            {isPending ? 'Total' : `Total ${formatPounds(data?.stats.totalAmount ?? 0)}`}
          </Badge>
        }
      />
      <PaymentStatCards stats={data?.stats} loading={isPending} />
      <ListPanel
        state={listState(payments, rows.length)}
        filters={
          <AdminFilters label="Filter payments" {...filters} statusOptions={statusOptions} />
        }
        failed={<NotLoaded icon={Receipt} title={title} onRetry={retry} retrying={isFetching} />}
        empty={
          <NothingFound
            icon={Receipt}
            title={title}
            text="Payments appear here as they are made."
            filteredText="No payments match your current filters."
            filtered={params.size > 0}
            onReset={reset}
          />
        }
      >
        <DataTable
          caption="Payments"
          columns={adminPaymentColumns}
          rows={rows}
          rowId={(payment) => payment.id}
          stale={payments.isPlaceholderData}
        />
        <Pagination
          page={page}
          pageSize={pageSize}
          count={data?.count ?? 0}
          onPage={(next) => set({ page: String(next) })}
        />
      </ListPanel>
    </>
  );
}
