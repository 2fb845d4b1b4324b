import type { UserView } from 'contract/users';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/signed-in/skeleton.tsx';

/** Who a user is; undefined while that loads. */
export function UserDetails({ user }: { user: UserView | undefined }) {
  const details = [
    { name: 'Email', value: user?.email },
    {
      name: 'Joined',
      value: user && <span className="tabular-nums">{formatDate(user.created_at)}</span>,
    },
    {
      name: 'Role',
      value: user && (
        <Badge tone={user.role === 'admin' ? 'brand' : 'neutral'}>
          {user.role === 'admin' ? 'Admin' : 'User'}
        </Badge>
      ),
    },
    {
      name: 'Status',
      value: user && (
        <Badge tone={user.isActive ? 'good' : 'neutral'} dot>
          {user.isActive ? 'Active' : 'Inactive'}
        </Badge>
      ),
    },
  ];
  return (
    <dl className="grid gap-x-8 gap-y-5 p-5 sm:grid-cols-2 sm:p-6 xl:grid-cols-[2fr_1fr_1fr_1fr]">
      {details.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 font-medium wrap-anywhere">
            {value ?? <Skeleton className="my-0.5 h-5 w-24" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
