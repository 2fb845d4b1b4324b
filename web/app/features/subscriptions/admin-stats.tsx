import CreditCard from 'lucide-react/icons/credit-card';
import Layers from 'lucide-react/icons/layers';
import Sparkles from 'lucide-react/icons/sparkles';
import { formatCount } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/signed-in/stat-card.tsx';

interface Props {
  stats?: { total: number; active: number; trial: number };
  loading: boolean;
}

/** How many subscriptions match, and in which state; zeros when nothing could be loaded. */
export function SubscriptionStatCards({ stats, loading }: Props) {
  const { total, active, trial } = stats ?? { total: 0, active: 0, trial: 0 };
  return (
    <StatGrid label="Subscription figures" columns={3}>
      <StatCard label="Total" icon={Layers} value={formatCount(total)} loading={loading} />
      <StatCard label="Active" icon={CreditCard} value={formatCount(active)} loading={loading} />
      <StatCard label="Trial" icon={Sparkles} value={formatCount(trial)} loading={loading} />
    </StatGrid>
  );
}
