import type { UserDashboard } from 'contract/dashboards';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Layers from 'lucide-react/icons/layers';
import Wallet from 'lucide-react/icons/wallet';
import { formatCount, formatLongDate, formatPounds } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

/** Active plans, money spent, next billing (product U18). */
export function UserFigures({ data }: { data?: UserDashboard }) {
  const next = data?.next_billing;
  return (
    <StatCards
      label="Your figures"
      loading={data === undefined}
      stats={[
        {
          label: 'Active Plans',
          icon: Layers,
          value: formatCount(data?.active_plans.count ?? 0),
          note: 'Running now',
        },
        {
          label: 'Total Spent',
          icon: Wallet,
          value: formatPounds(data?.total_spent.amount ?? 0),
          note: 'Since you joined',
        },
        {
          label: 'Next Billing',
          icon: CalendarClock,
          value: next?.date ? (
            <span className="sm:text-xl">{formatLongDate(next.date)}</span>
          ) : (
            <span className="sm:text-lg">No active subscription</span>
          ),
          note:
            next?.date && next.amount !== null
              ? amountOf(next.amount, next.credit)
              : 'Nothing is due',
        },
      ]}
    />
  );
}

/** '£0.82, after £24.17 of credit' */
function amountOf(amount: number, credit: number | null): string {
  const charged = formatPounds(amount);
  return credit ? `${charged}, after ${formatPounds(credit)} of credit` : charged;
}
