import CreditCard from 'lucide-react/icons/credit-card';
import Users from 'lucide-react/icons/users';
import { AdminMetrics } from '../../features/dashboards/admin-metrics.tsx';
import { AdminRecentPayments } from '../../features/dashboards/admin-recent-payments.tsx';
import { CancelReasons } from '../../features/dashboards/cancel-reasons.tsx';
import { Trends } from '../../features/dashboards/trends.tsx';
import { useAdminDashboard } from '../../features/dashboards/use-dashboards.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { QuickActions } from '../../ui/signed-in/quick-actions.tsx';
import { RetryNotice } from '../../ui/signed-in/retry-notice.tsx';
import { usePerson } from '../shell/use-person.ts';

export const meta = () => pageMeta('Dashboard');

const actions = [
  {
    to: '/admin/users',
    title: 'Manage users',
    text: 'Activate, deactivate and look up accounts',
    icon: Users,
  },
  {
    to: '/admin/subscriptions',
    title: 'View subscriptions',
    text: 'See who holds what, and until when',
    icon: CreditCard,
  },
];

/** /admin/dashboard (product D2, D15 to D21) */
export default function AdminDashboardScreen() {
  const person = usePerson();
  const { params, set } = useUrlFilters();
  const { data, isPending, isError, isFetching, refetch } = useAdminDashboard();
  return (
    <>
      <PageHeader
        title={`Welcome back, ${person.first_name}`}
        text="How subscriptions and revenue are doing."
      />
      {isError && <RetryNotice onRetry={() => void refetch()} retrying={isFetching} />}
      <AdminMetrics data={data} loading={isPending} />
      {(data || isPending) && (
        <Trends
          data={data}
          view={params.get('view') === 'table' ? 'table' : 'charts'}
          onView={(view) => set({ view: view === 'table' ? view : '' })}
        />
      )}
      <AdminRecentPayments data={data} loading={isPending} />
      <CancelReasons />
      <QuickActions actions={actions} />
    </>
  );
}
