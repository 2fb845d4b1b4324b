import { useQuery } from '@tanstack/react-query';
import { lastReconciliation } from 'contract/reconciliation';
import { call } from '../../lib/http.ts';

/** The last comparison of our rows with Stripe that finished, and one that began since. */
export function useLastReconciliation() {
  return useQuery({
    queryKey: ['reconciliation'],
    queryFn: ({ signal }) => call(lastReconciliation, { signal, silent: true }),
  });
}
