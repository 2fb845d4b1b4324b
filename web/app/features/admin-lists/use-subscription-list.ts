import {
  type AdminSubscriptionView,
  adminListSubscriptions,
  type SubscriptionStats,
} from 'contract/admin-subscriptions';
import { type CallInput, call } from '../../lib/http.ts';
import { type RowStats, sumStats } from './list-stats.ts';
import { useListQuery } from './use-list-query.ts';

/** What a subscription adds to the figures. */
export const subscriptionStats: RowStats<
  Pick<AdminSubscriptionView, 'status'>,
  keyof SubscriptionStats
> = {
  total: () => 1,
  active: ({ status }) => Number(status === 'active'),
  trial: ({ status }) => Number(status === 'trial'),
};

/** One page of all subscriptions. */
export function useSubscriptionList(
  query: NonNullable<CallInput<typeof adminListSubscriptions>['query']>,
) {
  return useListQuery({
    name: 'subscriptions',
    query,
    load: async (input) => {
      const { subscriptions: rows, ...page } = await call(adminListSubscriptions, input);
      return { rows, ...page };
    },
    statsFromRows: (rows) => sumStats(rows, subscriptionStats),
  });
}
