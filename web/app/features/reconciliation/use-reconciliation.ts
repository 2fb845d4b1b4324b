import { useQuery } from '@tanstack/react-query';
import { lastReconciliation } from 'contract/reconciliation';
import { call } from '../../lib/http.ts';

/** The last comparison of our rows with Stripe; null before the first. */
export function useLastReconciliation() {
  return useQuery({
    queryKey: ['reconciliation'],
    queryFn: async ({ signal }) => (await call(lastReconciliation, { signal, silent: true })).run,
  });
}
