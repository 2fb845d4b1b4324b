import type { PaymentView } from 'contract/payments';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { paymentLook } from '../../lib/status.ts';
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
      <span className="inline-flex flex-col tabular-nums">
        <span className="font-medium">{formatPounds(getValue())}</span>
        {original.refunded > 0 && (
          <span className="text-xs text-muted">{formatPounds(original.refunded)} refunded</span>
        )}
      </span>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 'w-[24%]' },
    cell: ({ getValue, row: { original } }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-4 gap-y-1 lg:justify-start">
        <StatusBadge look={paymentLook(getValue())} />
        <InvoiceLink payment={original} />
      </span>
    ),
  }),
]);
