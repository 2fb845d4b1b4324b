import { useQuery } from '@tanstack/react-query';
import { listSubscriptions } from 'contract/subscriptions';
import { call } from '../../lib/http.ts';

/** My subscriptions. */
export function useSubscriptions() {
  return useQuery({
    queryKey: ['subscriptions', 'mine'],
    queryFn: async ({ signal }) => (await call(listSubscriptions, { signal })).subscriptions,
  });
}
