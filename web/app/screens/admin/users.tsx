import { role } from 'contract/accounts';
import UsersIcon from 'lucide-react/icons/users';
import { useCallback, useMemo } from 'react';
import { useUserStatus, useUsers } from '../../features/users/use-users.ts';
import { userColumns } from '../../features/users/user-columns.tsx';
import { UserStatCards } from '../../features/users/user-stats.tsx';
import { formatCount } from '../../lib/format.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { oneOf, pageOf, useAddressFilters } from '../../lib/use-address-filters.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NothingFound, NotLoaded } from '../../ui/list-outcomes.tsx';
import { ListPanel, listState } from '../../ui/list-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { usePerson } from '../shell/use-person.ts';

export const meta = () => pageMeta('Users');

const pageSize = 25;
const searchDelayMs = 300;
const title = 'No users found';

const roleOptions = [
  { value: 'all', label: 'All Roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'user', label: 'User' },
];
const statusOptions = [
  { value: 'all', label: 'All Status' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

/** /admin/users (spec 2.5) */
export default function AdminUsers() {
  const person = usePerson();
  const { params, set, reset } = useAddressFilters();
  const page = pageOf(params);
  const sortBy = oneOf(params.get('sortBy'), ['name', 'email', 'role', 'created_at']);
  const sortOrder = oneOf(params.get('sortOrder'), ['asc', 'desc']);
  const sort = { sortBy: sortBy ?? 'created_at', sortOrder: sortOrder ?? 'desc' } as const;
  const users = useUsers({
    search: params.get('search') ?? '',
    role: oneOf(params.get('role'), role.options),
    isActive: oneOf(params.get('isActive'), ['true', 'false']),
    ...sort,
    page,
    pageSize,
  });
  const { mutate, isPending: changing, variables } = useUserStatus();
  const busyId = changing ? variables.id : undefined;
  const { data, isPending, isFetching } = users;
  const rows = data?.users ?? [];
  const filtered = ['search', 'role', 'isActive'].some((key) => params.has(key));
  const retry = () => void users.refetch();
  const onSearch = useCallback((text: string) => set({ search: text }), [set]);
  const columns = useMemo(
    () =>
      userColumns({
        ownId: person.id,
        busyId,
        onToggle: (user) => mutate({ id: user.id, isActive: !user.isActive }),
      }),
    [person.id, busyId, mutate],
  );

  return (
    <>
      <PageHeader
        title="Users"
        text="Everyone with an account."
        badge={<Badge tone="brand">{formatCount(data?.stats.total ?? 0)} in total</Badge>}
      />
      <UserStatCards stats={data?.stats} loading={isPending} />
      <ListPanel
        state={listState(users, rows.length)}
        filters={
          <FilterBar label="Filter users" active={params.size > 0} onReset={reset}>
            <SearchField
              label="Search by user"
              placeholder="Search by user..."
              value={params.get('search') ?? ''}
              onSearch={onSearch}
              delay={searchDelayMs}
              hideLabel
              className="basis-full xl:flex-[2] xl:basis-56"
            />
            <Select
              label="Role"
              hideLabel
              options={roleOptions}
              value={params.get('role') ?? 'all'}
              onChange={(event) => set({ role: event.target.value })}
              className="min-w-36 flex-1"
            />
            <Select
              label="Status"
              hideLabel
              options={statusOptions}
              value={params.get('isActive') ?? 'all'}
              onChange={(event) => set({ isActive: event.target.value })}
              className="min-w-36 flex-1"
            />
          </FilterBar>
        }
        failed={<NotLoaded icon={UsersIcon} title={title} onRetry={retry} retrying={isFetching} />}
        empty={
          <NothingFound
            icon={UsersIcon}
            title={title}
            filteredText="No users match your current filters."
            filtered={filtered}
            onReset={reset}
          />
        }
      >
        <DataTable
          caption="Users"
          columns={columns}
          rows={rows}
          rowId={(user) => user.id}
          stale={users.isPlaceholderData}
          sorting={{
            key: sort.sortBy,
            order: sort.sortOrder,
            onSort: (key, order) => set({ sortBy: key, sortOrder: order }),
          }}
        />
        <Pagination
          page={page}
          pageSize={pageSize}
          count={data?.count ?? 0}
          onPage={(next) => set({ page: String(next) })}
        />
      </ListPanel>
    </>
  );
}
