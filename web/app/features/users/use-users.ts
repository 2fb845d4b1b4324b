import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUsers, setUserStatus } from 'contract/users';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';
import { statsOf } from './stats-of.ts';
import { usersKey } from './users-key.ts';

type UserQuery = z.input<typeof listUsers.query>;

/** One page of users, with the figures of all that match. A failure is only logged (product D27). */
export function useUsers(query: UserQuery) {
  return useQuery({
    queryKey: [...usersKey, 'list', query],
    queryFn: async ({ signal }) => {
      try {
        const { data } = await call(listUsers, { query, signal, silent: true });
        const stats = data.stats ?? statsOf(data.users);
        return { ...data, stats, count: data.count ?? stats.total };
      } catch (error) {
        if (!signal.aborted) logError('Loading users failed', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}

/** Activates or deactivates a user; the list reloads afterwards. A failure is only logged. */
export function useUserStatus(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isActive: boolean) =>
      call(setUserStatus, { params: { id }, body: { isActive }, silent: true }),
    onSuccess: ({ message }) => notify.success(message, { duration: 2000 }),
    onError: (error) => logError('Changing a user failed', error),
    // Figures and the audit log change, too. Until the list has been loaded again it is under way.
    onSettled: () => queries.invalidateQueries(),
  });
}
