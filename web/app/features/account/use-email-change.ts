import { useMutation, useQuery } from '@tanstack/react-query';
import { cancelEmailChange, readEmail } from 'contract/email-links';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

/** The change that waits for its link, asked for anew once the e-mail is another one. */
export function useEmailChange(email: string) {
  const { data, refetch } = useQuery({
    queryKey: ['email-change', email],
    queryFn: async ({ signal }) => (await call(readEmail, { signal, silent: true })).data,
  });
  const takeBack = useMutation({
    mutationFn: () => call(cancelEmailChange),
    onSuccess: async ({ message }) => {
      await refetch();
      notify.success(message, { duration: 2000 });
    },
    onError: (error) => logError('Taking the change of the email back failed', error),
  });
  return { pending: data?.pending ?? null, refetch, takeBack };
}
