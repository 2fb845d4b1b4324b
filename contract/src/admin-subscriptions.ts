import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { month, pageCursors, pageQuery } from './page.ts';
import { billingCycle, subscriptionStatus, withdrawable } from './subscriptions.ts';
import { idOf, search, text } from './text.ts';
import { personView } from './users.ts';

export const adminSubscriptionView = z.object({
  id: z.uuid(),
  user: personView,
  product: z.object({ name: z.string(), description: z.string() }),
  pricing_plan: z.object({ plan_name: z.string(), billing_cycle: billingCycle, price: z.number() }),
  status: subscriptionStatus,
  trial_end_date: z.iso.datetime().nullable(),
  start_date: z.iso.datetime(),
  end_date: z.iso.datetime().nullable(),
  ...withdrawable,
  /** An admin may still enter that it was withdrawn from in time. */
  withdraw_declarable: z.boolean(),
});
export type AdminSubscriptionView = z.infer<typeof adminSubscriptionView>;

/** What the list of all subscriptions can be filtered by. */
export const subscriptionFilters = z.object({
  search: search().optional(),
  status: subscriptionStatus.optional(),
  product: text(64).optional(),
  plan: billingCycle.optional(),
  user: idOf('This user does not exist').optional(),
  /** The subscriptions behind a figure of the dashboard; all but the first are of one `month`. */
  figure: z.enum(['recurring', 'churned', 'trial-ended', 'trial-converted']).optional(),
  month: month.optional(),
  sortBy: z.enum(['start_date', 'price']).default('start_date'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
});

/** Counts of everything that matches the filters. */
export const subscriptionStats = z.object({
  total: z.number().int(),
  active: z.number().int(),
  trial: z.number().int(),
});
export type SubscriptionStats = z.infer<typeof subscriptionStats>;

export const adminListSubscriptions = endpoint({
  method: 'GET',
  path: '/admin/subscriptions',
  access: 'admin',
  summary: 'All subscriptions',
  query: subscriptionFilters.extend(pageQuery),
  answer: z.object({
    subscriptions: z.array(adminSubscriptionView),
    stats: subscriptionStats,
    count: z.number().int(),
    ...pageCursors,
  }),
});
