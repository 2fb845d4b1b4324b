import { listUsers, type UserStats, type UserView } from 'contract/users';
import { type CallInput, call } from '../../lib/http.ts';
import { type RowStats, sumStats } from './list-stats.ts';
import { useListQuery } from './use-list-query.ts';

/** What a user adds to the figures. */
export const userStats: RowStats<Pick<UserView, 'isActive' | 'role'>, keyof UserStats> = {
  total: () => 1,
  active: ({ isActive }) => Number(isActive),
  inactive: ({ isActive }) => Number(!isActive),
  admins: ({ role }) => Number(role === 'admin'),
  pending: () => 0,
};

/** One page of all users. */
export function useUserList(query: NonNullable<CallInput<typeof listUsers>['query']>) {
  return useListQuery({
    name: 'users',
    query,
    load: async (input) => {
      const { users: rows, ...page } = (await call(listUsers, input)).data;
      return { rows, ...page };
    },
    statsFromRows: (rows) => sumStats(rows, userStats),
  });
}
