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
    meta: { compact: 'detail', width: 'w-30 xl:w-36' },
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDate(getValue())}</span>
    ),
  }),
  column.accessor((payment) => payment.subscription.product.name, {
    id: 'product',
    header: 'Product',
    meta: { compact: 'title' },
    cell: ({ getValue }) => <span className="font-medium text-ink">{getValue()}</span>,
  }),
  column.accessor((payment) => payment.subscription.pricing_plan.plan_name, {
    id: 'plan',
    header: 'Plan',
    meta: { width: 'w-24 xl:w-32' },
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end', compact: 'end', width: 'w-32 xl:w-36' },
    cell: ({ getValue, row: { original } }) => (
      <Amount value={formatPounds(getValue())} note={noteOf(original)} />
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { compact: 'below', width: 'w-60' },
    cell: ({ getValue, row: { original } }) => (
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 in-data-compact:justify-end">
        <StatusBadge status={paymentStatusDisplay(getValue())} />
        <InvoiceLink payment={original} />
      </span>
    ),
  }),
]);

/** What credit paid beside the amount, what is VAT of it, and what was given back. */
function noteOf({ credit, refunded, vat }: PaymentView): string | false {
  const notes = [
    credit > 0 && `+ ${formatPounds(credit)} credit`,
    vat > 0 && `incl. ${formatPounds(vat)} VAT`,
    refunded > 0 && `${formatPounds(refunded)} refunded`,
  ].filter(Boolean);
  return notes.length > 0 && notes.join('\n');
}
