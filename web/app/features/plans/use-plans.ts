import { useQuery } from '@tanstack/react-query';
import { listPlans } from 'contract/subscriptions';
import { call } from '../../lib/http.ts';

/** The plans on sale, with what this person holds and which trials are left, and changes of the terms to come. */
export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => {
      const { plans, terms } = await call(listPlans, { signal });
      return { plans, terms };
    },
  });
}
