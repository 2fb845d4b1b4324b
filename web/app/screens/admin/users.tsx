import UserPlus from 'lucide-react/icons/user-plus';
import UsersIcon from 'lucide-react/icons/users';
import { useMemo } from 'react';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { useUsers } from '../../features/users/use-users.ts';
import { userColumns } from '../../features/users/user-columns.tsx';
import { UserStatCards } from '../../features/users/user-stats.tsx';
import { formatCount } from '../../lib/format.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { placeOf } from '../../lib/paging.ts';
import { narrows, oneOf, orderOf, useAddressFilters } from '../../lib/use-address-filters.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { usePerson } from '../shell/use-person.ts';
import { AdminList, pageSize } from './admin-list.tsx';
import { chosen } from './filter-choices.ts';
import { ListFilters } from './list-filters.tsx';

export const meta = () => pageMeta('Users');

const roleOptions = [
  { value: 'all', label: 'All Roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'user', label: 'User' },
] as const;
const statusOptions = [
  { value: 'all', label: 'All Status' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
] as const;
const choices = [
  { key: 'role', name: 'Role', options: roleOptions },
  { key: 'isActive', name: 'Status', options: statusOptions },
];

/** /admin/users (product D3, D30 to D34) */
export default function AdminUsers() {
  const person = usePerson();
  const address = useAddressFilters();
  const { params, set } = address;
  const place = placeOf(params);
  const sorting = orderOf(params, ['created_at', 'name', 'email', 'role']);
  const holds = oneOf(params.get('holds'), ['trial']);
  const query = {
    search: params.get('search') ?? '',
    role: chosen(params, 'role', roleOptions),
    isActive: chosen(params, 'isActive', statusOptions),
    holds,
    ...sorting,
  };
  const list = useUsers({ ...query, ...place, pageSize });
  const data = list.isError ? undefined : list.data;
  const chips = holds ? [{ label: 'On a trial now', onRemove: () => set({ holds: '' }) }] : [];
  const filtered = narrows(params, ['search', 'role', 'isActive']) || chips.length > 0;
  const columns = useMemo(() => userColumns(person.id), [person.id]);

  return (
    <>
      <PageHeader
        title="Users"
        text="Everyone with an account."
        badge={
          <Badge tone="brand">
            {list.isPending ? 'Total' : `${formatCount(data?.stats.total ?? 0)} in total`}
          </Badge>
        }
        actions={
          <div className="flex flex-wrap gap-3">
            <ExportButton wish={{ list: 'users', query }} />
            <ButtonLink to="/admin/users/new">
              <UserPlus aria-hidden="true" className="size-4" />
              Create user
            </ButtonLink>
          </div>
        }
      />
      <UserStatCards stats={data?.stats} loading={list.isPending} />
      <AdminList
        of={['user', 'users']}
        icon={UsersIcon}
        list={list}
        rows={data?.users ?? []}
        rowId={(user) => user.id}
        columns={columns}
        count={data?.count ?? 0}
        cursors={{ next: data?.next ?? null, previous: data?.previous ?? null }}
        {...{ place, address, sorting, filtered }}
        filters={
          <ListFilters label="Filter users" active={filtered} {...{ address, choices, chips }} />
        }
        emptyText="No users match your current filters."
      />
    </>
  );
}
