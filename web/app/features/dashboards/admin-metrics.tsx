import type { AdminDashboard } from 'contract/dashboards';
import Banknote from 'lucide-react/icons/banknote';
import CreditCard from 'lucide-react/icons/credit-card';
import Sparkles from 'lucide-react/icons/sparkles';
import Users from 'lucide-react/icons/users';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { GrowthNote } from './growth-note.tsx';

const none = { count: 0, growth: 0 };

/** The four figures at the top of the admin dashboard (spec 2.5). */
export function AdminMetrics({ data, loading }: { data?: AdminDashboard; loading: boolean }) {
  const users = data?.active_users ?? none;
  const trials = data?.trial_users ?? none;
  const subscriptions = data?.active_subscriptions ?? none;
  const revenue = data?.total_revenue ?? { amount: 0, growth: 0 };
  return (
    <StatGrid label="Key figures" columns={4}>
      <StatCard
        label="Active Users"
        icon={Users}
        value={formatCount(users.count)}
        note={<GrowthNote growth={users.growth} />}
        loading={loading}
      />
      <StatCard
        label="Trial Users"
        icon={Sparkles}
        value={formatCount(trials.count)}
        note={<GrowthNote growth={trials.growth} />}
        loading={loading}
      />
      <StatCard
        label="Active Subscriptions"
        icon={CreditCard}
        value={formatCount(subscriptions.count)}
        note={<GrowthNote growth={subscriptions.growth} />}
        loading={loading}
      />
      <StatCard
        label="Total Revenue"
        icon={Banknote}
        value={formatPounds(revenue.amount)}
        note={<GrowthNote growth={revenue.growth} />}
        loading={loading}
      />
    </StatGrid>
  );
}
