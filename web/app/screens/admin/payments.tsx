import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { adminPaymentColumns } from '../../features/payments/admin-columns.tsx';
import { PaymentStatCards } from '../../features/payments/admin-stats.tsx';
import { useAllPayments } from '../../features/payments/use-payments.ts';
import { planOptions, productOptions } from '../../lib/filter-options.ts';
import { formatPounds } from '../../lib/format.ts';
import { formatMonth } from '../../lib/format-figures.ts';
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
import { Badge } from '../../ui/badge.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { AdminList, pageSize } from './admin-list.tsx';
import { figureWords } from './chip-words.ts';
import { choicesWith, chosen } from './filter-choices.ts';
import { ListFilters } from './list-filters.tsx';
import { useUserChip } from './use-user-chip.ts';

export const meta = () => pageMeta('Payments');

const statusOptions = [
  { value: 'all', label: 'All Status' },
  { value: 'success', label: 'Success' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
] as const;
const choices = choicesWith(statusOptions);

/** /admin/payments (product D8, D45 to D47) */
export default function AdminPayments() {
  const address = useAddressFilters();
  const { params, set } = address;
  const place = placeOf(params);
  const sorting = orderOf(params, ['payment_date', 'amount']);
  const figure = oneOf(params.get('figure'), ['revenue']);
  const month = monthOf(params.get('month'));
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
  const list = useAllPayments({ ...query, ...place, pageSize });
  const data = list.isError ? undefined : list.data;
  const ofUser = useUserChip(query.user, () => set({ user: '' }));
  const ofMonth = (figure ?? month) && {
    label: figure ? figureWords(figure, month) : `Paid in ${formatMonth(month ?? '')}`,
    onRemove: () => set({ figure: '', month: '' }),
  };
  const chips = [ofMonth || undefined, ofUser].filter((chip) => chip !== undefined);
  const filtered = narrows(params, ['search', 'status', 'product', 'plan']) || chips.length > 0;

  return (
    <>
      <PageHeader
        title="Payments Management"
        text="Every payment of every customer."
        badge={
          <Badge tone="brand">
            {list.isPending ? 'Total' : `Total ${formatPounds(data?.stats.totalAmount ?? 0)}`}
          </Badge>
        }
        actions={<ExportButton wish={{ list: 'payments', query }} />}
      />
      <PaymentStatCards stats={data?.stats} loading={list.isPending} />
      <AdminList
        of={['payment', 'payments']}
        icon={ReceiptPoundSterling}
        list={list}
        rows={data?.payments ?? []}
        rowId={(payment) => payment.id}
        columns={adminPaymentColumns}
        count={data?.count ?? 0}
        cursors={{ next: data?.next ?? null, previous: data?.previous ?? null }}
        {...{ place, address, sorting, filtered }}
        filters={
          <ListFilters label="Filter payments" active={filtered} {...{ address, choices, chips }} />
        }
        emptyText="Payments appear here as they are made."
      />
    </>
  );
}
