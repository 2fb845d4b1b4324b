import type { UserStats } from 'contract/users';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import Users from 'lucide-react/icons/users';
import { formatCount } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

/** How many users there are, of each kind. */
export function UserStatCards({ stats, loading }: { stats: UserStats; loading: boolean }) {
  return (
    <StatCards
      label="User figures"
      loading={loading}
      stats={[
        { label: 'Total Users', icon: Users, value: formatCount(stats.total) },
        { label: 'Active Users', icon: UserCheck, value: formatCount(stats.active) },
        { label: 'Inactive Users', icon: UserX, value: formatCount(stats.inactive) },
        { label: 'Admins', icon: ShieldCheck, value: formatCount(stats.admins) },
      ]}
    />
  );
}
