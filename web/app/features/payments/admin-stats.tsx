import type { PaymentStats } from 'contract/payments';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/signed-in/stat-card.tsx';

const none = { success: 0, pending: 0, failed: 0, successAmount: 0, pendingAmount: 0 };

/** Successful, pending and failed payments among those that match; zeros when nothing could be loaded. */
export function PaymentStatCards({ stats, loading }: { stats?: PaymentStats; loading: boolean }) {
  const { success, pending, failed, successAmount, pendingAmount } = stats ?? none;
  return (
    <StatGrid label="Payment figures" columns={3}>
      <StatCard
        label="Successful Payments"
        icon={CircleCheck}
        value={formatPounds(successAmount)}
        note={transactions(success)}
        loading={loading}
      />
      <StatCard
        label="Pending Payments"
        icon={Clock}
        value={formatPounds(pendingAmount)}
        note={transactions(pending)}
        loading={loading}
      />
      <StatCard
        label="Failed Payments"
        icon={CircleX}
        value={formatCount(failed)}
        note="Not collected"
        loading={loading}
      />
    </StatGrid>
  );
}

function transactions(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}
