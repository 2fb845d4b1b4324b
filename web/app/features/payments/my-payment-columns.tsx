import type { PaymentView } from 'contract/payments';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { paymentStatusDisplay } from '../../lib/status.ts';
import { Amount } from '../../ui/signed-in/amount.tsx';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { columnsOf } from '../../ui/signed-in/table-columns.ts';
import { InvoiceLink } from './invoice-link.tsx';

const column = columnsOf<PaymentView>();

/** A user's table of payments (product U51). */
export const myPaymentColumns = column.columns([
  column.accessor('payment_date', {
    header: 'Date',
    cell: ({ getValue }) => (
      <span className="font-medium tabular-nums">{formatDate(getValue())}</span>
    ),
  }),
  column.accessor((payment) => payment.subscription.product.name, {
    id: 'product',
    header: 'Product',
    meta: { width: 'w-[30%]' },
  }),
  column.accessor((payment) => payment.subscription.pricing_plan.plan_name, {
    id: 'plan',
    header: 'Plan',
  }),
  column.accessor('amount', {
    header: 'Amount',
    cell: ({ getValue, row: { original } }) => (
      <Amount
        value={formatPounds(getValue())}
        note={original.refunded > 0 && `${formatPounds(original.refunded)} refunded`}
      />
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 'w-[24%]' },
    cell: ({ getValue, row: { original } }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-4 gap-y-1 lg:justify-start">
        <StatusBadge status={paymentStatusDisplay(getValue())} />
        <InvoiceLink payment={original} />
      </span>
    ),
  }),
]);
