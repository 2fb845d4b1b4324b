import UserPlus from 'lucide-react/icons/user-plus';
import UsersIcon from 'lucide-react/icons/users';
import { useMemo } from 'react';
import { AdminListPage } from '../../features/admin-lists/admin-list-page.tsx';
import { useListFilters, userSearch } from '../../features/admin-lists/use-list-filters.ts';
import { useUserList } from '../../features/admin-lists/use-user-list.ts';
import { userColumns } from '../../features/admin-lists/user-columns.tsx';
import { UserStatCards } from '../../features/admin-lists/user-stat-cards.tsx';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { formatCount } from '../../lib/format.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { oneOf } from '../../lib/search-params.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { usePerson } from '../shell/use-person.ts';

export const meta = () => pageMeta('Users');

const roleFilter = {
  key: 'role',
  label: 'Role',
  options: [
    { value: 'all', label: 'All Roles' },
    { value: 'admin', label: 'Admin' },
    { value: 'user', label: 'User' },
  ],
} as const;
const statusFilter = {
  key: 'isActive',
  label: 'Status',
  options: [
    { value: 'all', label: 'All Status' },
    { value: 'true', label: 'Active' },
    { value: 'false', label: 'Inactive' },
  ],
} as const;

/** /admin/users (product D3, D30 to D34) */
export default function AdminUsers() {
  const person = usePerson();
  const filters = useListFilters({
    search: userSearch,
    selects: [roleFilter, statusFilter],
    sortBy: ['created_at', 'name', 'email', 'role'],
  });
  const { params, set } = filters;
  const holds = oneOf(params.get('holds'), ['trial']);
  const query = { ...filters.query, holds };
  const list = useUserList({ ...query, ...filters.page });
  const loading = list.query.isPending;
  const columns = useMemo(() => userColumns(person.id), [person.id]);

  return (
    <AdminListPage
      title="Users"
      text="Everyone with an account."
      badge={
        <Badge tone="brand">
          {list.stats ? `${formatCount(list.stats.total)} in total` : 'Total'}
        </Badge>
      }
      actions={
        <div className="flex flex-wrap gap-3">
          <ExportButton request={{ list: 'users', query }} />
          <ButtonLink to="/admin/users/new">
            <UserPlus aria-hidden="true" className="size-4" />
            Create user
          </ButtonLink>
        </div>
      }
      stats={<UserStatCards stats={list.stats} loading={loading} />}
      noun={['user', 'users']}
      icon={UsersIcon}
      filters={filters}
      chips={holds ? [{ label: 'On a trial now', onRemove: () => set({ holds: '' }) }] : []}
      list={list}
      columns={columns}
      emptyText="No users match your current filters."
    />
  );
}
