import type { UserView } from 'contract/users';
import { initials } from '../../lib/initials.ts';
import { Badge } from '../../ui/badge.tsx';
import { Avatar } from '../../ui/signed-in/avatar.tsx';
import { byDate, columnsOf } from '../../ui/signed-in/table-columns.ts';
import { InlineLink } from '../../ui/text-link.tsx';
import { dateCell } from './row-columns.tsx';
import { StatusSwitch } from './status-switch.tsx';

const column = columnsOf<UserView>();

/**
 * The admins' table of users (product D32). `ownId`: the admin's own. The columns must not change
 * while they are shown: their cells would be made anew, and the keyboard lost.
 */
export function userColumns(ownId: string) {
  return column.columns([
    column.accessor((user) => `${user.first_name} ${user.last_name}`, {
      id: 'name',
      header: 'Name',
      meta: { sortKey: 'name' },
      cell: ({ getValue, row: { original } }) => (
        <span className="flex items-center gap-3">
          <Avatar initials={initials(original.first_name, original.last_name)} />
          <span className="min-w-0 font-medium wrap-anywhere in-data-compact:truncate in-data-compact:p-1 in-data-compact:-m-1">
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
        <span title={getValue()} className="block truncate text-ink-soft">
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
      cell: dateCell,
    }),
    column.accessor('isActive', {
      header: 'Status',
      meta: { compact: 'end', width: 'w-38' },
      cell: ({ row: { original } }) => (
        <StatusSwitch user={original} isOwn={original.id === ownId} />
      ),
    }),
  ]);
}
