import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelSubscription } from 'contract/leaving';
import { call } from '../../lib/http.ts';
import { HttpError, serverMessageOr } from '../../lib/http-error.ts';
import { notify } from '../../lib/notify.ts';
import type { Why } from './cancel-dialog.tsx';

const toastMs = 3000;
const duration = { duration: toastMs };

/** Cancels at the period's end. The lists reload afterwards. */
export function useCancel() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...why }: { id: string } & Why) =>
      call(cancelSubscription, {
        params: { id },
        ...(why.reason && { body: why }),
        silent: true,
      }),
    onSuccess: async ({ message }) => {
      const fallback = 'Subscription will be cancelled at the end of the billing period';
      notify.success(message || fallback, duration);
      await reload();
    },
    onError: (error) => {
      const fallback = isRefusedAnswer(error)
        ? 'Failed to cancel subscription'
        : 'Failed to cancel subscription. Please try again.';
      notify.error(unanswered(error) ?? serverMessageOr(error, fallback), duration);
    },
  });
}

/** Takes a cancellation back. The lists reload afterwards. */
export function useUndoCancel() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) =>
      call(cancelSubscription, {
        params: { id },
        body: { cancelSubscription: false },
        silent: true,
      }),
    onSuccess: async ({ message }) => {
      notify.success(message || 'Subscription cancellation reversed successfully', duration);
      await reload();
    },
    onError: (error) => {
      const fallback = isRefusedAnswer(error)
        ? 'Failed to reverse subscription cancellation'
        : 'Failed to reverse cancellation. Please try again.';
      notify.error(unanswered(error) ?? fallback, duration);
    },
  });
}

/** No answer and an ended session have texts of their own. */
function unanswered(error: unknown): string | undefined {
  return error instanceof HttpError && [0, 401].includes(error.status) ? error.message : undefined;
}

/** An answer without success: the call itself did not fail, so trying again would help nobody. */
function isRefusedAnswer(error: unknown): boolean {
  return error instanceof HttpError && error.status === 200;
}

function useReload() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}
