import type { PaymentStats } from 'contract/payments';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

/** Successful, pending and failed payments among those that match. */
export function PaymentStatCards({ stats, loading }: { stats: PaymentStats; loading: boolean }) {
  return (
    <StatCards
      label="Payment figures"
      loading={loading}
      stats={[
        {
          label: 'Successful Payments',
          icon: CircleCheck,
          value: formatPounds(stats.successAmount),
          note: transactions(stats.success),
        },
        {
          label: 'Pending Payments',
          icon: Clock,
          value: formatPounds(stats.pendingAmount),
          note: transactions(stats.pending),
        },
        {
          label: 'Failed Payments',
          icon: CircleX,
          value: formatCount(stats.failed),
          note: 'Not collected',
        },
      ]}
    />
  );
}

function transactions(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}
