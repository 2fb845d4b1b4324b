import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setUserStatus } from 'contract/users';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

type StatusChange = z.input<typeof setUserStatus.body>;

/**
 * Activates or deactivates a user; the list reloads afterwards. A failure is only logged, but a rule
 * that refuses says why (product D33).
 */
export function useUserStatus(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: StatusChange) => call(setUserStatus, { params: { id }, body, silent: true }),
    onSuccess: ({ message }) => notify.success(message, { duration: 2000 }),
    onError: (error) => {
      logError('Changing a user failed', error);
      const refused = error instanceof HttpError && error.status >= 400 && error.status < 500;
      if (refused && error.serverMessage) notify.error(error.serverMessage, { duration: 2000 });
    },
    // Figures and the audit log change, too. Until the list has been loaded again it is under way.
    onSettled: () => queries.invalidateQueries(),
  });
}
