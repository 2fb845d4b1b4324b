import type { AdminPaymentView } from 'contract/payments';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { emailLine } from '../../lib/person.ts';
import { paymentLook } from '../../lib/status.ts';
import { LinkedLines } from '../../ui/signed-in/linked-lines.tsx';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { byAmount, byDate, columnsOf } from '../../ui/signed-in/table-columns.ts';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';

const column = columnsOf<AdminPaymentView>();

/** The admins' table of payments (product D47). */
export const adminPaymentColumns = column.columns([
  column.accessor('user', {
    header: 'User',
    cell: ({ getValue }) => {
      const { id, first_name, last_name, email } = getValue();
      return (
        <LinkedLines
          first={`${first_name} ${last_name}`}
          second={emailLine(email)}
          to={`/admin/users/${id}`}
        />
      );
    },
  }),
  column.accessor((payment) => payment.subscription.product, {
    id: 'product',
    header: 'Product',
    cell: ({ getValue }) => <TwoLines first={getValue().name} second={getValue().description} />,
  }),
  column.accessor((payment) => payment.subscription.pricing_plan, {
    id: 'plan',
    header: 'Plan',
    meta: { width: 'w-28 xl:w-36' },
    cell: ({ getValue }) => {
      const { plan_name, billing_cycle } = getValue();
      const cycle = billing_cycle === 'monthly' ? 'Every month' : 'Every year';
      return <TwoLines first={plan_name} second={cycle} />;
    },
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { sortKey: 'amount', sortNames: byAmount, width: 'w-26 xl:w-28' },
    cell: ({ getValue, row: { original } }) => (
      <span className="inline-flex flex-col whitespace-nowrap tabular-nums">
        <span className="font-medium">{formatPounds(getValue())}</span>
        {original.refunded > 0 && (
          <span className="text-xs text-muted">{formatPounds(original.refunded)} refunded</span>
        )}
      </span>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 'w-27 xl:w-36' },
    cell: ({ getValue }) => <StatusBadge look={paymentLook(getValue())} />,
  }),
  column.accessor('payment_date', {
    header: 'Date',
    meta: { sortKey: 'payment_date', sortNames: byDate, width: 'w-30 xl:w-34' },
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDate(getValue())}</span>
    ),
  }),
]);
