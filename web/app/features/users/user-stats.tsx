import type { UserStats } from 'contract/users';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import Users from 'lucide-react/icons/users';
import { formatCount } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/signed-in/stat-card.tsx';

const none = { total: 0, active: 0, inactive: 0, admins: 0 };

/** How many users there are, of each kind; zeros when nothing could be loaded. */
export function UserStatCards({ stats, loading }: { stats?: UserStats; loading: boolean }) {
  const { total, active, inactive, admins } = stats ?? none;
  return (
    <StatGrid label="User figures" columns={4}>
      <StatCard label="Total Users" icon={Users} value={formatCount(total)} loading={loading} />
      <StatCard
        label="Active Users"
        icon={UserCheck}
        value={formatCount(active)}
        loading={loading}
      />
      <StatCard
        label="Inactive Users"
        icon={UserX}
        value={formatCount(inactive)}
        loading={loading}
      />
      <StatCard label="Admins" icon={ShieldCheck} value={formatCount(admins)} loading={loading} />
    </StatGrid>
  );
}
