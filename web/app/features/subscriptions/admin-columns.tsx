import type { AdminSubscriptionView } from 'contract/subscriptions';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { emailLine } from '../../lib/person.ts';
import { subscriptionLook } from '../../lib/status.ts';
import { LinkedLines } from '../../ui/signed-in/linked-lines.tsx';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { byAmount, byDate, columnsOf } from '../../ui/signed-in/table-columns.ts';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';

const column = columnsOf<AdminSubscriptionView>();

/** The admins' table of subscriptions (product D44). */
export const adminSubscriptionColumns = column.columns([
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
  column.accessor('product', {
    header: 'Product',
    cell: ({ getValue }) => <TwoLines first={getValue().name} second={getValue().description} />,
  }),
  column.accessor('pricing_plan', {
    id: 'plan',
    header: 'Plan',
    meta: { width: 'w-28 xl:w-34' },
    cell: ({ getValue }) => (
      <TwoLines first={getValue().plan_name} second={cycleText[getValue().billing_cycle]} />
    ),
  }),
  column.accessor('pricing_plan', {
    id: 'billing',
    header: 'Billing',
    meta: { sortKey: 'price', sortNames: byAmount, width: 'w-24 xl:w-28' },
    cell: ({ getValue }) => {
      const { price, billing_cycle } = getValue();
      return (
        <TwoLines
          first={formatPounds(price)}
          second={billing_cycle === 'monthly' ? 'per month' : 'per year'}
        />
      );
    },
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 'w-31 xl:w-42' },
    cell: ({ row: { original } }) => (
      <span className="inline-flex flex-col items-end gap-1 lg:items-start">
        <StatusBadge look={subscriptionLook(original.status)} />
        {original.status === 'trial' && original.trial_end_date && (
          <span className="text-xs text-muted">
            Trial ends {formatDate(original.trial_end_date)}
          </span>
        )}
      </span>
    ),
  }),
  column.accessor('start_date', {
    header: 'Duration',
    meta: { sortKey: 'start_date', sortNames: byDate, width: 'w-34 xl:w-37' },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={formatDate(original.start_date)}
        second={original.end_date ? `to ${formatDate(original.end_date)}` : 'no end date'}
      />
    ),
  }),
]);

const cycleText = { monthly: 'Every month', yearly: 'Every year' } as const;
