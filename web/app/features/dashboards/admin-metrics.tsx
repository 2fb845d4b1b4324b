import type { AdminDashboard } from 'contract/dashboards';
import Banknote from 'lucide-react/icons/banknote';
import CreditCard from 'lucide-react/icons/credit-card';
import Sparkles from 'lucide-react/icons/sparkles';
import Users from 'lucide-react/icons/users';
import { formatCount, formatPounds } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';
import { FigureLink } from './figure-link.tsx';
import { GrowthNote } from './growth-note.tsx';
import { metricDescriptions } from './metric-descriptions.ts';

/** The four figures at the top of the admin dashboard (product D15). */
export function AdminMetrics({ data, loading }: { data?: AdminDashboard; loading: boolean }) {
  const revenue = data?.total_revenue;
  const metrics = [
    {
      label: 'Active Users',
      icon: Users,
      help: metricDescriptions.activeUsers,
      of: 'active users',
      ...counted(data?.active_users),
    },
    {
      label: 'Trial Users',
      icon: Sparkles,
      help: metricDescriptions.trialUsers,
      of: 'users on trial',
      ...counted(data?.trial_users),
    },
    {
      label: 'Active Subscriptions',
      icon: CreditCard,
      help: metricDescriptions.activeSubscriptions,
      of: 'active subscriptions',
      ...counted(data?.active_subscriptions),
    },
    {
      label: 'Total Revenue',
      icon: Banknote,
      help: metricDescriptions.totalRevenue,
      of: 'of revenue',
      figure: revenue && formatPounds(revenue.amount),
      growth: revenue?.growth,
      rows: revenue?.rows,
    },
  ];
  return (
    <StatCards
      label="Key figures"
      loading={loading}
      stats={metrics.map(({ of, figure, growth, rows, ...stat }) => ({
        ...stat,
        value: figure && (
          <FigureLink to={rows} of={of}>
            {figure}
          </FigureLink>
        ),
        note: growth === undefined ? 'Growth not known' : <GrowthNote growth={growth} />,
      }))}
    />
  );
}

function counted(metric: AdminDashboard['active_users'] | undefined) {
  return {
    figure: metric && formatCount(metric.count),
    growth: metric?.growth,
    rows: metric?.rows,
  };
}
