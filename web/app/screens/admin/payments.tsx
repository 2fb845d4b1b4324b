import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { AdminListPage } from '../../features/admin-lists/admin-list-page.tsx';
import { figureFilterLabel } from '../../features/admin-lists/filter-chip-labels.ts';
import { planFilter, productFilter } from '../../features/admin-lists/offer-filters.ts';
import { adminPaymentColumns } from '../../features/admin-lists/payment-columns.tsx';
import { PaymentStatCards } from '../../features/admin-lists/payment-stat-cards.tsx';
import { useListFilters, userSearch } from '../../features/admin-lists/use-list-filters.ts';
import { usePaymentList } from '../../features/admin-lists/use-payment-list.ts';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { formatPounds } from '../../lib/format.ts';
import { formatMonth } from '../../lib/format-figures.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { idOf, monthOf, oneOf } from '../../lib/search-params.ts';
import { Badge } from '../../ui/badge.tsx';
import { useUserFilterChip } from './use-user-filter-chip.ts';

export const meta = () => pageMeta('Payments');

const statusFilter = {
  key: 'status',
  label: 'Status',
  options: [
    { value: 'all', label: 'All Status' },
    { value: 'success', label: 'Success' },
    { value: 'pending', label: 'Pending' },
    { value: 'failed', label: 'Failed' },
  ],
} as const;

/** /admin/payments (product D8, D45 to D47) */
export default function AdminPayments() {
  const filters = useListFilters({
    search: userSearch,
    selects: [productFilter, planFilter, statusFilter],
    sortBy: ['payment_date', 'amount'],
  });
  const { params, set } = filters;
  const user = idOf(params.get('user'));
  const figure = oneOf(params.get('figure'), ['revenue']);
  const month = monthOf(params.get('month'));
  const query = { ...filters.query, user, figure, month };
  const list = usePaymentList({ ...query, ...filters.page });
  const loading = list.query.isPending;
  const ofUser = useUserFilterChip(user, () => set({ user: '' }));
  const ofMonth = (figure ?? month) && {
    label: figure ? figureFilterLabel(figure, month) : `Paid in ${formatMonth(month ?? '')}`,
    onRemove: () => set({ figure: '', month: '' }),
  };

  return (
    <AdminListPage
      title="Payments Management"
      text="Every payment of every customer."
      badge={
        <Badge tone="brand">
          {list.stats ? `Total ${formatPounds(list.stats.totalAmount)}` : 'Total'}
        </Badge>
      }
      actions={<ExportButton request={{ list: 'payments', query }} />}
      stats={<PaymentStatCards stats={list.stats} loading={loading} />}
      noun={['payment', 'payments']}
      icon={ReceiptPoundSterling}
      filters={filters}
      chips={[ofMonth, ofUser].filter((chip) => chip !== undefined && chip !== '')}
      list={list}
      columns={adminPaymentColumns}
      emptyText="Payments appear here as they are made."
    />
  );
}
