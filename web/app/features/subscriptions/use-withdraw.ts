import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withdraw } from 'contract/leaving';
import { call } from '../../lib/http.ts';
import { serverMessageOr } from '../../lib/http-error.ts';
import { notify } from '../../lib/notify.ts';

const duration = { duration: 3000 };

/** Withdraws from a subscription. All lists reload afterwards, before it counts as done. */
export function useWithdraw() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { message } = await call(withdraw, { params: { id }, silent: true });
      notify.success(message, duration);
    },
    onError: (error) =>
      notify.error(serverMessageOr(error, 'Failed to withdraw. Please try again.'), duration),
    onSettled: () => queries.invalidateQueries(),
  });
}
