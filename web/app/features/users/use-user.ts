import { useQuery } from '@tanstack/react-query';
import { userHistory } from 'contract/user-history';
import { getUser } from 'contract/users';
import { call } from '../../lib/http.ts';

/** One user; nothing is asked for without an id. */
export function useUser(id: string | undefined) {
  return useQuery({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }) =>
      (await call(getUser, { params: { id: id ?? '' }, signal, silent: true })).data,
    enabled: id !== undefined,
  });
}

/** What a user holds, has paid and has lived through. */
export function useUserHistory(id: string) {
  return useQuery({
    queryKey: ['users', 'history', id],
    queryFn: async ({ signal }) =>
      (await call(userHistory, { params: { id }, signal, silent: true })).data,
  });
}
