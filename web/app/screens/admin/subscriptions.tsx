import CreditCard from 'lucide-react/icons/credit-card';
import { AdminListPage } from '../../features/admin-lists/admin-list-page.tsx';
import { figureFilterLabel } from '../../features/admin-lists/filter-chip-labels.ts';
import { planFilter, productFilter } from '../../features/admin-lists/offer-filters.ts';
import { adminSubscriptionColumns } from '../../features/admin-lists/subscription-columns.tsx';
import { SubscriptionStatCards } from '../../features/admin-lists/subscription-stat-cards.tsx';
import { useListFilters, userSearch } from '../../features/admin-lists/use-list-filters.ts';
import { useSubscriptionList } from '../../features/admin-lists/use-subscription-list.ts';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { idOf, monthOf, oneOf } from '../../lib/search-params.ts';
import { useUserFilterChip } from './use-user-filter-chip.ts';

export const meta = () => pageMeta('Subscriptions');

const statusFilter = {
  key: 'status',
  label: 'Status',
  options: [
    { value: 'all', label: 'All Status' },
    { value: 'active', label: 'Active' },
    { value: 'trial', label: 'Trial' },
    { value: 'cancelled', label: 'Cancelled' },
    { value: 'expired', label: 'Expired' },
  ],
} as const;
const figures = ['recurring', 'churned', 'trial-ended', 'trial-converted'] as const;

/** /admin/subscriptions (product D7, D42 to D44) */
export default function AdminSubscriptions() {
  const filters = useListFilters({
    search: userSearch,
    selects: [productFilter, planFilter, statusFilter],
    sortBy: ['start_date', 'price'],
  });
  const { params, set } = filters;
  const user = idOf(params.get('user'));
  const figure = oneOf(params.get('figure'), figures);
  const month = figure && monthOf(params.get('month'));
  const query = { ...filters.query, user, figure, month };
  const list = useSubscriptionList({ ...query, ...filters.page });
  const ofUser = useUserFilterChip(user, () => set({ user: '' }));
  const ofFigure = figure && {
    label: figureFilterLabel(figure, month),
    onRemove: () => set({ figure: '', month: '' }),
  };

  return (
    <AdminListPage
      title="Subscriptions Management"
      text="Who holds what, and until when."
      actions={<ExportButton request={{ list: 'subscriptions', query }} />}
      stats={<SubscriptionStatCards stats={list.stats} loading={list.query.isPending} />}
      noun={['subscription', 'subscriptions']}
      icon={CreditCard}
      filters={filters}
      chips={[ofFigure, ofUser].filter((chip) => chip !== undefined)}
      list={list}
      columns={adminSubscriptionColumns}
      emptyText="Subscriptions appear here as customers subscribe."
    />
  );
}
