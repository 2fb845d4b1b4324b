import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  adminListSubscriptions,
  listSubscriptions,
  type SubscriptionStatus,
} from 'contract/subscriptions';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';

/** Everything about subscriptions in the cache begins with this. */
const subscriptionsKey = ['subscriptions'];

/** My subscriptions. */
export function useSubscriptions() {
  return useQuery({
    queryKey: [...subscriptionsKey, 'mine'],
    queryFn: async ({ signal }) => (await call(listSubscriptions, { signal })).subscriptions,
  });
}

export interface SubscriptionFilters {
  search: string;
  status?: SubscriptionStatus;
  product?: string;
  plan?: 'monthly' | 'yearly';
  page: number;
  pageSize: number;
}

/** One page of all subscriptions, for admins. A failure is only logged (spec section 8). */
export function useAllSubscriptions(filters: SubscriptionFilters) {
  return useQuery({
    queryKey: [...subscriptionsKey, 'all', filters],
    queryFn: ({ signal }) =>
      call(adminListSubscriptions, { query: filters, signal, silent: true }).catch((error) => {
        if (!signal.aborted) logError('Loading subscriptions failed', error);
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
}
