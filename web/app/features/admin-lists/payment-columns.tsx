import type { AdminPaymentView } from 'contract/payments';
import { formatPounds } from '../../lib/format.ts';
import { paymentStatusDisplay } from '../../lib/status.ts';
import { Amount } from '../../ui/signed-in/amount.tsx';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { byAmount, byDate, columnsOf } from '../../ui/signed-in/table-columns.ts';
import { RefundButton } from './refund-button.tsx';
import { dateCell, planColumn, productColumn, userColumn } from './row-columns.tsx';

const column = columnsOf<AdminPaymentView>();

/** The admins' table of payments (product D47). */
export const adminPaymentColumns = column.columns([
  column.accessor('user', userColumn),
  column.accessor('subscription.product', productColumn),
  column.accessor('subscription.pricing_plan', planColumn),
  column.accessor('amount', {
    header: 'Amount',
    meta: { sortKey: 'amount', sortNames: byAmount, align: 'end', compact: 'end', width: 'w-34' },
    cell: ({ getValue, row: { original } }) => (
      <Amount
        value={formatPounds(getValue())}
        note={original.refunded > 0 && `${formatPounds(original.refunded)} refunded`}
      />
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { compact: 'below', width: 'w-34' },
    cell: ({ getValue, row: { original } }) => (
      <span className="inline-flex flex-col items-start gap-1.5 in-data-compact:flex-row-reverse in-data-compact:items-center in-data-compact:gap-4">
        {/* What can be refunded has succeeded: on a phone that says enough. */}
        <span className={original.refundable > 0 ? 'max-sm:in-data-compact:sr-only' : undefined}>
          <StatusBadge status={paymentStatusDisplay(getValue())} />
        </span>
        <RefundButton payment={original} />
      </span>
    ),
  }),
  column.accessor('payment_date', {
    header: 'Date',
    meta: { sortKey: 'payment_date', sortNames: byDate, width: 'w-32' },
    cell: dateCell,
  }),
]);
