import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmPasskey, startPasskey } from 'contract/passkeys';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const duration = { duration: 4000 };

/** Has the browser make a passkey, and the server keep it; answers recovery codes where there were none. */
export function useAddPasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { data } = await call(startPasskey);
      const { makePasskey } = await import('./make-passkey.ts');
      const body = { token: data.token, credential: await makePasskey(data.options) };
      return (await call(confirmPasskey, { body })).data.recovery_codes;
    },
    onError: (error) => {
      logError('Adding a passkey failed', error);
      if (!(error instanceof HttpError)) notify.error('No passkey was added.', duration);
    },
    onSuccess: () => notify.success('Passkey added', duration),
    onSettled: () => queries.invalidateQueries(),
  });
}
