import CreditCard from 'lucide-react/icons/credit-card';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { adminSubscriptionColumns } from '../../features/subscriptions/admin-columns.tsx';
import { SubscriptionStatCards } from '../../features/subscriptions/admin-stats.tsx';
import { useAllSubscriptions } from '../../features/subscriptions/use-subscriptions.ts';
import { planOptions, productOptions } from '../../lib/filter-options.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { placeOf } from '../../lib/paging.ts';
import {
  idOf,
  monthOf,
  narrows,
  oneOf,
  orderOf,
  useAddressFilters,
} from '../../lib/use-address-filters.ts';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { AdminList, pageSize } from './admin-list.tsx';
import { figureWords } from './chip-words.ts';
import { choicesWith, chosen } from './filter-choices.ts';
import { ListFilters } from './list-filters.tsx';
import { useUserChip } from './use-user-chip.ts';

export const meta = () => pageMeta('Subscriptions');

const statusOptions = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'trial', label: 'Trial' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
] as const;
const choices = choicesWith(statusOptions);
const figures = ['recurring', 'churned', 'trial-ended', 'trial-converted'] as const;

/** /admin/subscriptions (product D7, D42 to D44) */
export default function AdminSubscriptions() {
  const address = useAddressFilters();
  const { params, set } = address;
  const place = placeOf(params);
  const sorting = orderOf(params, ['start_date', 'price']);
  const figure = oneOf(params.get('figure'), figures);
  const month = figure && monthOf(params.get('month'));
  const query = {
    search: params.get('search') ?? '',
    status: chosen(params, 'status', statusOptions),
    product: chosen(params, 'product', productOptions),
    plan: chosen(params, 'plan', planOptions),
    user: idOf(params.get('user')),
    figure,
    month,
    ...sorting,
  };
  const list = useAllSubscriptions({ ...query, ...place, pageSize });
  const data = list.isError ? undefined : list.data;
  const ofUser = useUserChip(query.user, () => set({ user: '' }));
  const ofFigure = figure && {
    label: figureWords(figure, month),
    onRemove: () => set({ figure: '', month: '' }),
  };
  const chips = [ofFigure, ofUser].filter((chip) => chip !== undefined);
  const filtered = narrows(params, ['search', 'status', 'product', 'plan']) || chips.length > 0;

  return (
    <>
      <PageHeader
        title="Subscriptions Management"
        text="Who holds what, and until when."
        actions={<ExportButton wish={{ list: 'subscriptions', query }} />}
      />
      <SubscriptionStatCards stats={data?.stats} loading={list.isPending} />
      <AdminList
        of={['subscription', 'subscriptions']}
        icon={CreditCard}
        list={list}
        rows={data?.subscriptions ?? []}
        rowId={(subscription) => subscription.id}
        columns={adminSubscriptionColumns}
        count={data?.count ?? 0}
        cursors={{ next: data?.next ?? null, previous: data?.previous ?? null }}
        {...{ place, address, sorting, filtered }}
        filters={
          <ListFilters
            label="Filter subscriptions"
            active={filtered}
            {...{ address, choices, chips }}
          />
        }
        emptyText="Subscriptions appear here as customers subscribe."
      />
    </>
  );
}
