import type { UserStats } from 'contract/users';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import Users from 'lucide-react/icons/users';
import { formatCount } from '../../lib/format.ts';
import { StatCards } from '../../ui/signed-in/stat-cards.tsx';

interface Props {
  /** Not known while they load, and when that failed. */
  stats: UserStats | undefined;
  loading: boolean;
}

/** How many users there are, of each kind. */
export function UserStatCards({ stats, loading }: Props) {
  return (
    <StatCards
      label="User figures"
      loading={loading}
      stats={[
        { label: 'Total Users', icon: Users, value: stats && formatCount(stats.total) },
        { label: 'Active Users', icon: UserCheck, value: stats && formatCount(stats.active) },
        { label: 'Inactive Users', icon: UserX, value: stats && formatCount(stats.inactive) },
        { label: 'Admins', icon: ShieldCheck, value: stats && formatCount(stats.admins) },
      ]}
    />
  );
}
