import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { month } from './page.ts';
import { paymentStatus } from './payments.ts';
import { billingCycle, subscriptionStatus, subscriptionView } from './subscriptions.ts';

/** What a subscription's badge says beside its status. */
const standing = subscriptionView.pick({
  trial_end_date: true,
  current_period_end: true,
  cancel_at_period_end: true,
  payment_problem: true,
});

export const userDashboard = z.object({
  active_plans: z.object({
    count: z.number().int(),
    subscriptions: z.array(
      z.object({
        id: z.uuid(),
        product_name: z.string(),
        plan_type: z.string(),
        status: subscriptionStatus,
        price: z.number(),
        billing_cycle: billingCycle,
        ...standing.shape,
      }),
    ),
  }),
  total_spent: z.object({ amount: z.number(), currency: z.literal('GBP') }),
  /** What will be charged next, and what credit pays beside it. */
  next_billing: z.object({
    date: z.iso.datetime().nullable(),
    amount: z.number().nullable(),
    credit: z.number().nullable(),
  }),
  recent_payments: z.array(
    z.object({
      id: z.uuid(),
      product_name: z.string(),
      plan_type: z.string(),
      payment_date: z.iso.datetime(),
      amount: z.number(),
      status: paymentStatus,
    }),
  ),
});
export type UserDashboard = z.infer<typeof userDashboard>;

/** Percent against the end of last month (counts) or the same days of last month (revenue); null where last month was zero. */
const growth = z.number().nullable();
/** The address of the screen that lists exactly the rows a figure was made of. */
const rows = z.string();
const countMetric = z.object({ count: z.number().int(), growth, rows });
const share = z.number().nullable();

/** One calendar month in London. Amounts in pounds, shares in percent; null of nothing. */
const monthFigures = z.object({
  month,
  revenue: z.number(),
  /** At the month's end, or now: what subscriptions that have been paid for bring in a month. */
  recurring_revenue: z.number(),
  /** How many those are. */
  subscribers: z.number().int(),
  /** Of those at the month's start, how many ended. */
  churned: z.number().int(),
  churn: share,
  trials_ended: z.number().int(),
  trials_converted: z.number().int(),
  conversion: share,
  rows: z.object({ revenue: rows, churned: rows, trials_ended: rows, trials_converted: rows }),
});

export const adminDashboard = z.object({
  active_users: countMetric,
  trial_users: countMetric,
  active_subscriptions: countMetric,
  total_revenue: z.object({ amount: z.number(), growth, rows }),
  recurring_revenue: z.object({ amount: z.number(), growth, rows }),
  /** Twelve months up to the running one, the oldest first. */
  months: z.array(monthFigures),
  recent_payments: z.array(
    z.object({
      id: z.uuid(),
      user_name: z.string(),
      product_name: z.string(),
      plan_type: z.string(),
      amount: z.number(),
      status: z.enum(['completed', 'pending', 'failed', 'refunded']),
      payment_date: z.iso.datetime(),
    }),
  ),
});
export type AdminDashboard = z.infer<typeof adminDashboard>;

export const userDashboardStats = endpoint({
  method: 'GET',
  path: '/users/dashboard-stats',
  access: 'signed-in',
  summary: 'My dashboard',
  answer: z.object({ data: userDashboard }),
});

export const adminDashboardStats = endpoint({
  method: 'GET',
  path: '/admin/dashboard-stats',
  access: 'admin',
  summary: 'The overview for admins',
  answer: z.object({ data: adminDashboard }),
});
