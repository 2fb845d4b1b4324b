import * as messages from 'contract/messages';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { useCallback } from 'react';
import { DateRange } from '../../features/payments/date-range.tsx';
import { myPaymentColumns } from '../../features/payments/my-payment-columns.tsx';
import { usePayments } from '../../features/payments/use-payments.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { productOptions } from '../../lib/product-options.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DataTable } from '../../ui/signed-in/data-table.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { FilterBar } from '../../ui/signed-in/filter-bar.tsx';
import { ListPanel, listState } from '../../ui/signed-in/list-panel.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { SearchField } from '../../ui/signed-in/search-field.tsx';
import { Select } from '../../ui/signed-in/select.tsx';

export const meta = () => pageMeta('Payment History');

const day = /^\d{4}-\d{2}-\d{2}$/;
const searchDelayMs = 500;

/** /user/payments (product U5, U49 to U53) */
export default function Payments() {
  const { params, set, reset, resetCount } = useUrlFilters();
  const search = params.get('search') ?? '';
  const product = params.get('product') ?? 'all';
  const from = dayOf(params.get('date_from'));
  const to = dayOf(params.get('date_to'));
  const filtered = [search, from, to].some(Boolean) || product !== 'all';
  const payments = usePayments({ search, date_from: from, date_to: to, product });
  const rows = payments.data ?? [];
  const onSearch = useCallback((text: string) => set({ search: text }), [set]);

  return (
    <>
      <PageHeader
        title="Payment History"
        text="Every payment you have made."
        actions={
          <ButtonLink to="/user/payments/statement" tone="secondary">
            Yearly statement
          </ButtonLink>
        }
      />
      <ListPanel
        state={listState(payments, rows.length)}
        filters={
          <FilterBar
            label="Filter payments"
            active={filtered}
            count={[from, to, product !== 'all'].filter(Boolean).length}
            onReset={reset}
            labelled
            search={
              <SearchField
                key={`search ${resetCount}`}
                label="Search"
                placeholder="Search payments..."
                value={search}
                onSearch={onSearch}
                delay={searchDelayMs}
                className="basis-full xl:flex-[2] xl:basis-48"
              />
            }
          >
            <DateRange key={`dates ${resetCount}`} from={from} to={to} onChange={set} />
            <Select
              label="Product"
              options={productOptions}
              value={product}
              onChange={(event) => set({ product: event.target.value })}
              className="min-w-40 flex-1"
            />
          </FilterBar>
        }
        failed={
          <ErrorState
            message={messages.paymentsFailed}
            error={payments.error}
            onRetry={() => void payments.refetch()}
            retrying={payments.isFetching}
          />
        }
        empty={
          <EmptyState
            icon={ReceiptPoundSterling}
            title="No payment history found."
            text={
              filtered
                ? 'No payments match your current filters.'
                : 'Your payments will be listed here.'
            }
          />
        }
      >
        <DataTable
          caption="Payment history"
          columns={myPaymentColumns}
          rows={rows}
          rowId={(payment) => payment.id}
          stale={payments.isPlaceholderData}
        />
      </ListPanel>
    </>
  );
}

/** A date in the URL, or nothing when it is not one. */
function dayOf(value: string | null): string {
  return value && day.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
}
