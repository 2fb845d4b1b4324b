import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminResetFactors } from 'contract/second-factors';
import { allowTrial, createUser, deleteUser, updateUser } from 'contract/users';
import { openView } from 'contract/views';
import { type CallInput, call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';
import { storeView } from '../../lib/view.ts';

const duration = { duration: 2000 };
type Creation = CallInput<typeof createUser>['body'];
type Changes = CallInput<typeof updateUser>['body'];

/** Logs a failure; the call has shown it as a toast (product E3). */
const onError = (error: unknown) => logError('Changing a user failed', error);

/** Creates an account whose owner sets the password; answers the new user. */
export function useCreateUser() {
  const reload = useReload();
  return useMutation({
    mutationFn: async (body: Creation) => {
      const { message, data } = await call(createUser, { body });
      notify.success(message, { duration: 4000 });
      return data;
    },
    onError,
    onSuccess: () => void reload(),
  });
}

/** Changes a user's role, state or details. */
export function useUpdateUser(id: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: async (body: Changes) => {
      const { message } = await call(updateUser, { params: { id }, body });
      notify.success(message, duration);
    },
    onError,
    onSettled: () => reload(),
  });
}

/** Allows a user one more free trial. */
export function useAllowTrial(id: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: async () => {
      const { message } = await call(allowTrial, { params: { id } });
      notify.success(message, duration);
    },
    onError,
    onSettled: () => reload(),
  });
}

/** Removes the second factors of a user who has lost them, for a reason. */
export function useResetFactors(id: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: async (reason: string) => {
      const { message } = await call(adminResetFactors, { params: { id }, body: { reason } });
      notify.success(message, { duration: 4000 });
    },
    onError,
    onSettled: () => reload(),
  });
}

/** Has this tab show what a user sees, to read only. */
export function useSeeAs(id: string) {
  return useMutation({
    mutationFn: async (reason: string) => {
      const { data } = await call(openView, { params: { id }, body: { reason } });
      storeView(data.token, data.user);
      // Loaded anew, so that nothing of one is shown to the other.
      location.assign('/user/dashboard');
    },
    onError,
  });
}

/** Deletes a user. `leave` takes the browser away from what is about to be gone. */
export function useDeleteUser(id: string, leave: () => Promise<void> | void) {
  const reload = useReload();
  return useMutation({
    mutationFn: () => call(deleteUser, { params: { id } }),
    onError,
    onSuccess: async ({ message }) => {
      notify.success(message, duration);
      await leave();
      void reload();
    },
  });
}

/** What a user is changes lists, figures and the audit log alike. */
function useReload() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}
