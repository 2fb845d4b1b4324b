import { billingCycle, subscriptionStatus } from 'contract/subscriptions';
import CreditCard from 'lucide-react/icons/credit-card';
import { adminSubscriptionColumns } from '../../features/subscriptions/admin-columns.tsx';
import { SubscriptionStatCards } from '../../features/subscriptions/admin-stats.tsx';
import { useAllSubscriptions } from '../../features/subscriptions/use-subscriptions.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { oneOf, pageOf, useAddressFilters } from '../../lib/use-address-filters.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { NothingFound, NotLoaded } from '../../ui/list-outcomes.tsx';
import { ListPanel, listState } from '../../ui/list-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { AdminFilters } from './admin-filters.tsx';

export const meta = () => pageMeta('Subscriptions');

const pageSize = 25;
const title = 'No subscriptions found';

const statusOptions = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'trial', label: 'Trial' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
];

/** /admin/subscriptions (spec 2.5) */
export default function AdminSubscriptions() {
  const filters = useAddressFilters();
  const { params, set, reset } = filters;
  const page = pageOf(params);
  const subscriptions = useAllSubscriptions({
    search: params.get('search') ?? '',
    status: oneOf(params.get('status'), subscriptionStatus.options),
    product: params.get('product') ?? undefined,
    plan: oneOf(params.get('plan'), billingCycle.options),
    page,
    pageSize,
  });
  const { data, isPending, isFetching } = subscriptions;
  const rows = data?.subscriptions ?? [];
  const retry = () => void subscriptions.refetch();

  return (
    <>
      <PageHeader title="Subscriptions Management" text="Who holds what, and until when." />
      <SubscriptionStatCards stats={data?.stats} loading={isPending} />
      <ListPanel
        state={listState(subscriptions, rows.length)}
        filters={
          <AdminFilters label="Filter subscriptions" {...filters} statusOptions={statusOptions} />
        }
        failed={<NotLoaded icon={CreditCard} title={title} onRetry={retry} retrying={isFetching} />}
        empty={
          <NothingFound
            icon={CreditCard}
            title={title}
            text="Subscriptions appear here as customers subscribe."
            filteredText="No subscriptions match your current filters."
            filtered={params.size > 0}
            onReset={reset}
          />
        }
      >
        <DataTable
          caption="Subscriptions"
          columns={adminSubscriptionColumns}
          rows={rows}
          rowId={(subscription) => subscription.id}
          stale={subscriptions.isPlaceholderData}
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
