import { useQuery } from '@tanstack/react-query';
import { listSubscriptions } from 'contract/subscriptions';
import { call } from '../../lib/http.ts';

/** My subscriptions, and the credit that pays for them. */
export function useSubscriptions() {
  return useQuery({
    queryKey: ['subscriptions', 'mine'],
    queryFn: async ({ signal }) => {
      const { subscriptions, credit } = await call(listSubscriptions, { signal });
      return { subscriptions, credit };
    },
  });
}
