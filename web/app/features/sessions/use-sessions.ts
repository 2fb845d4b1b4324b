import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  adminEndSession,
  adminEndSessions,
  adminListSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from 'contract/sessions';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const keyOf = (userId: string | undefined) => ['sessions', userId ?? 'own'];

/** Where somebody is logged in: oneself, or for an admin the user of this id. */
export function useSessions(userId?: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const how = { signal, silent: true };
      const { data } = userId
        ? await call(adminListSessions, { params: { id: userId }, ...how })
        : await call(listSessions, how);
      return data;
    },
  });
}

/** Ends one session, or without an id all: one's own but for this one, or all of a user. */
export function useEndSessions(userId?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | undefined) => end(userId, sessionId),
    onError: (error) => logError('Ending a session failed', error),
    onSuccess: ({ message }) => notify.success(message, { duration: 3000 }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}

function end(userId: string | undefined, session: string | undefined) {
  if (userId === undefined) {
    return session ? call(endSession, { params: { id: session } }) : call(endOtherSessions);
  }
  return session
    ? call(adminEndSession, { params: { id: userId, session } })
    : call(adminEndSessions, { params: { id: userId } });
}
