import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  confirmTotp,
  deleteSecondFactor,
  listSecondFactors,
  renewRecoveryCodes,
  startTotp,
} from 'contract/second-factors';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const queryKey = ['second-factors'];
const onError = (error: unknown) => logError('Changing the two-step login failed', error);

/** My second factors, and how many recovery codes are left. */
export function useSecondFactors() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSecondFactors, { signal, silent: true }),
  });
}

/** Begins to set up an authenticator app; answers its secret. */
export function useStartTotp() {
  return useMutation({ mutationFn: async () => (await call(startTotp)).data, onError });
}

/** Proves that the app has the secret; answers the recovery codes. Fails with HttpError. */
export function useConfirmTotp() {
  const reload = useReload();
  return async (body: { id: string; code: string }): Promise<string[]> => {
    const { data } = await call(confirmTotp, { body, silent: true });
    void reload();
    return data.recovery_codes;
  };
}

/** Makes new recovery codes in place of those before. */
export function useRenewCodes() {
  const reload = useReload();
  return useMutation({
    mutationFn: async () => (await call(renewRecoveryCodes)).data.recovery_codes,
    onError,
    onSettled: reload,
  });
}

export function useRemoveFactor() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => call(deleteSecondFactor, { params: { id } }),
    onError,
    onSuccess: ({ message }) => notify.success(message, { duration: 3000 }),
    onSettled: reload,
  });
}

function useReload() {
  const queries = useQueryClient();
  // An admin may do more, or less, afterwards.
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: ['session'] }),
    ]);
}
