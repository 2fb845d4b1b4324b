import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setUserStatus } from 'contract/users';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

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
