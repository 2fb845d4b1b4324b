import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminListSubscriptions, listSubscriptions } from 'contract/subscriptions';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { statsOf } from './stats-of.ts';

/** Everything about subscriptions in the cache begins with this. */
const subscriptionsKey = ['subscriptions'];

/** My subscriptions. */
export function useSubscriptions() {
  return useQuery({
    queryKey: [...subscriptionsKey, 'mine'],
    queryFn: async ({ signal }) => (await call(listSubscriptions, { signal })).subscriptions,
  });
}

type SubscriptionQuery = z.input<typeof adminListSubscriptions.query>;

/** One page of all subscriptions, for admins. A failure is only logged (product D27). */
export function useAllSubscriptions(query: SubscriptionQuery) {
  return useQuery({
    queryKey: [...subscriptionsKey, 'all', query],
    queryFn: async ({ signal }) => {
      try {
        const answer = await call(adminListSubscriptions, { query, signal, silent: true });
        const stats = answer.stats ?? statsOf(answer.subscriptions);
        return { ...answer, stats, count: answer.count ?? stats.total };
      } catch (error) {
        if (!signal.aborted) logError('Loading subscriptions failed', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}
