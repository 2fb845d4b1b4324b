import CreditCard from 'lucide-react/icons/credit-card';
import ReceiptPoundSterling from 'lucide-react/icons/receipt-pound-sterling';
import { useUserDashboard } from '../../features/dashboards/use-dashboards.ts';
import { UserFigures } from '../../features/dashboards/user-figures.tsx';
import { ActiveSubscriptions, MyRecentPayments } from '../../features/dashboards/user-summary.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { Card } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { QuickActions } from '../../ui/signed-in/quick-actions.tsx';
import { usePerson } from '../shell/use-person.ts';

export const meta = () => pageMeta('Dashboard');

const actions = [
  {
    to: '/user/subscriptions',
    title: 'Manage subscriptions',
    text: 'Log in to your products, change or cancel',
    icon: CreditCard,
  },
  {
    to: '/user/payments',
    title: 'Payment history',
    text: 'Every payment in one place',
    icon: ReceiptPoundSterling,
  },
];

/** /user/dashboard (product U2, U18 to U22) */
export default function UserDashboardScreen() {
  const person = usePerson();
  const { data, error, isError, isFetching, refetch } = useUserDashboard();
  return (
    <>
      <PageHeader
        title={`Welcome back, ${person.first_name}`}
        text="Your subscriptions and payments at a glance."
      />
      {isError && !data ? (
        <Card>
          <ErrorState
            message="Failed to load your dashboard. Please try again."
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : (
        <>
          <UserFigures data={data} />
          <div className="grid gap-5 xl:grid-cols-2">
            <ActiveSubscriptions data={data} />
            <MyRecentPayments data={data} />
          </div>
        </>
      )}
      <QuickActions actions={actions} />
    </>
  );
}
