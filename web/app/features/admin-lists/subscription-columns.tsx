import type { AdminSubscriptionView } from 'contract/admin-subscriptions';
import { formatDate, formatPounds } from '../../lib/format.ts';
import { subscriptionStatusDisplay } from '../../lib/status.ts';
import { StatusBadge } from '../../ui/signed-in/status-badge.tsx';
import { byAmount, byDate, columnsOf } from '../../ui/signed-in/table-columns.ts';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';
import { planColumn, productColumn, userColumn } from './row-columns.tsx';
import { WithdrawForButton } from './withdraw-for-button.tsx';

const column = columnsOf<AdminSubscriptionView>();

/** `offersLate`: Withdraw also stands where the right is over, for who declared it in time. */
const columnsWith = (offersLate: boolean) =>
  column.columns([
    column.accessor('user', userColumn),
    column.accessor('product', productColumn),
    column.accessor('pricing_plan', planColumn),
    column.accessor('pricing_plan', {
      id: 'billing',
      header: 'Billing',
      meta: { sortKey: 'price', sortNames: byAmount, align: 'end', width: 'w-28' },
      cell: ({ getValue }) => {
        const { price, billing_cycle } = getValue();
        return (
          <TwoLines
            first={formatPounds(price)}
            second={billing_cycle === 'monthly' ? 'per month' : 'per year'}
            shows="not-on-phones"
          />
        );
      },
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { compact: 'end', width: 'w-44' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex flex-col items-start gap-1 in-data-compact:flex-row-reverse in-data-compact:items-center in-data-compact:gap-4">
          <StatusBadge status={subscriptionStatusDisplay(original.status)} />
          {original.status === 'trial' && original.trial_end_date && (
            <span className="text-xs text-muted max-sm:in-data-compact:sr-only">
              Trial ends {formatDate(original.trial_end_date)}
            </span>
          )}
          <WithdrawForButton subscription={original} offersLate={offersLate} />
        </span>
      ),
    }),
    column.accessor('start_date', {
      header: 'Duration',
      meta: { sortKey: 'start_date', sortNames: byDate, width: 'w-37' },
      cell: ({ row: { original } }) => (
        <TwoLines
          first={formatDate(original.start_date)}
          second={original.end_date ? `to ${formatDate(original.end_date)}` : 'no end date'}
          shows={original.end_date ? 'not-on-phones' : 'in-tables'}
        />
      ),
    }),
  ]);

/** The admins' table of subscriptions (product D44). */
export const adminSubscriptionColumns = columnsWith(false);

/** What one user has, without whose it is (product D131). */
export const subscriptionColumnsOfUser = columnsWith(true).slice(1);
