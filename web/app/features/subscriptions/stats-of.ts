import type { AdminSubscriptionView } from 'contract/subscriptions';

/** The figures of a list that came without any, from its rows (product D28). */
export function statsOf(subscriptions: Pick<AdminSubscriptionView, 'status'>[]) {
  const count = (wanted: string) => subscriptions.filter(({ status }) => status === wanted).length;
  return { total: subscriptions.length, active: count('active'), trial: count('trial') };
}
