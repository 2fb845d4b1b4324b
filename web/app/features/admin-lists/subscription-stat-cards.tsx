import type { SubscriptionStats } from 'contract/admin-subscriptions';
import CreditCard from 'lucide-react/icons/credit-card';
import Layers from 'lucide-react/icons/layers';
import Sparkles from 'lucide-react/icons/sparkles';
import { formatCount } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

interface Props {
  /** Not known while they load, and when that failed. */
  stats: SubscriptionStats | undefined;
  loading: boolean;
}

/** How many subscriptions match, and in which state. */
export function SubscriptionStatCards({ stats, loading }: Props) {
  return (
    <StatCards
      label="Subscription figures"
      loading={loading}
      stats={[
        { label: 'Total', icon: Layers, value: stats && formatCount(stats.total) },
        { label: 'Active', icon: CreditCard, value: stats && formatCount(stats.active) },
        { label: 'Trial', icon: Sparkles, value: stats && formatCount(stats.trial) },
      ]}
    />
  );
}
