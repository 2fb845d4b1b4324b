import type { UserView } from 'contract/users';
import { formatDate, initials } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { byDate, columnsOf } from '../../ui/table-columns.ts';
import { InlineLink } from '../../ui/text-link.tsx';
import { ToggleSwitch } from '../../ui/toggle-switch.tsx';

const column = columnsOf<UserView>();

interface Actions {
  /** The admin who looks: nobody switches themselves off. */
  ownId: string;
  /** The user whose status is being changed now. */
  busyId?: string;
  onToggle: (user: UserView) => void;
}

/** The admins' table of users (spec 2.5). */
export function userColumns({ ownId, busyId, onToggle }: Actions) {
  return column.columns([
    column.accessor((user) => `${user.first_name} ${user.last_name}`, {
      id: 'name',
      header: 'Name',
      meta: { sortKey: 'name' },
      cell: ({ getValue, row: { original } }) => (
        <span className="flex items-center gap-3">
          <Avatar initials={initials(original.first_name, original.last_name)} />
          <span className="min-w-0 font-medium wrap-anywhere">
            <InlineLink to={`/admin/users/${original.id}`}>
              <bdi>{getValue()}</bdi>
            </InlineLink>
            {original.id === ownId && <span className="text-muted"> (you)</span>}
          </span>
        </span>
      ),
    }),
    column.accessor('email', {
      header: 'Email',
      meta: { sortKey: 'email' },
      cell: ({ getValue }) => (
        <span title={getValue()} className="block text-ink-soft lg:truncate">
          {getValue()}
        </span>
      ),
    }),
    column.accessor('role', {
      header: 'Role',
      meta: { sortKey: 'role', width: 'w-24' },
      cell: ({ getValue }) => (
        <Badge tone={getValue() === 'admin' ? 'brand' : 'neutral'}>
          {getValue() === 'admin' ? 'Admin' : 'User'}
        </Badge>
      ),
    }),
    column.accessor('created_at', {
      header: 'Joined',
      meta: { sortKey: 'created_at', sortNames: byDate, width: 'w-30' },
      cell: ({ getValue }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDate(getValue())}</span>
      ),
    }),
    column.accessor('isActive', {
      header: 'Status',
      meta: { width: 'w-38' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex items-center gap-3">
          <ToggleSwitch
            label={`${original.first_name} ${original.last_name} is active`}
            checked={original.isActive}
            disabled={original.id === ownId}
            busy={busyId === original.id}
            onChange={() => onToggle(original)}
          />
          <span aria-hidden="true" className={original.isActive ? 'text-good' : 'text-muted'}>
            {original.isActive ? 'Active' : 'Inactive'}
          </span>
        </span>
      ),
    }),
  ]);
}
