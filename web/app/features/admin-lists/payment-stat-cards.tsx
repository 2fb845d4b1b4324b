import type { PaymentStats } from 'contract/payments';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

interface Props {
  /** Not known while they load, and when that failed. */
  stats: PaymentStats | undefined;
  loading: boolean;
}

/** Successful, pending and failed payments among those that match. */
export function PaymentStatCards({ stats, loading }: Props) {
  return (
    <StatCards
      label="Payment figures"
      loading={loading}
      stats={[
        {
          label: 'Successful Payments',
          icon: CircleCheck,
          value: stats && formatPounds(stats.successAmount),
          note: transactions(stats?.success),
        },
        {
          label: 'Pending Payments',
          icon: Clock,
          value: stats && formatPounds(stats.pendingAmount),
          note: transactions(stats?.pending),
        },
        {
          label: 'Failed Payments',
          icon: CircleX,
          value: stats && formatCount(stats.failed),
          note: 'Not collected',
        },
      ]}
    />
  );
}

function transactions(count: number | undefined): string {
  if (count === undefined) return 'Transactions';
  return `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}
