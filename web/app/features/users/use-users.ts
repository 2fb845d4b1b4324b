import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Role } from 'contract/accounts';
import { listUsers, setUserStatus } from 'contract/users';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const key = ['users'];

export interface UserFilters {
  search: string;
  isActive?: 'true' | 'false';
  role?: Role;
  sortBy: 'name' | 'email' | 'role' | 'created_at';
  sortOrder: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

/** One page of users. A failure is only logged (spec section 8). */
export function useUsers(filters: UserFilters) {
  return useQuery({
    queryKey: [...key, filters],
    queryFn: async ({ signal }) => {
      try {
        return (await call(listUsers, { query: filters, signal, silent: true })).data;
      } catch (error) {
        if (!signal.aborted) logError('Loading users failed', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}

/** Activates or deactivates a user; the list reloads afterwards. A failure is only logged. */
export function useUserStatus() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(setUserStatus, { params: { id }, body: { isActive }, silent: true }),
    onSuccess: ({ message }) => notify.success(message, { duration: 2000 }),
    onError: (error) => logError('Changing a user failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
