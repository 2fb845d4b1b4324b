import type { SubscriptionStats } from 'contract/subscriptions';
import CreditCard from 'lucide-react/icons/credit-card';
import Layers from 'lucide-react/icons/layers';
import Sparkles from 'lucide-react/icons/sparkles';
import { formatCount } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

interface Props {
  stats: SubscriptionStats;
  loading: boolean;
}

/** How many subscriptions match, and in which state. */
export function SubscriptionStatCards({ stats, loading }: Props) {
  return (
    <StatCards
      label="Subscription figures"
      loading={loading}
      stats={[
        { label: 'Total', icon: Layers, value: formatCount(stats.total) },
        { label: 'Active', icon: CreditCard, value: formatCount(stats.active) },
        { label: 'Trial', icon: Sparkles, value: formatCount(stats.trial) },
      ]}
    />
  );
}
