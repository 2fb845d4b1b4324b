import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paymentStatus } from './payments.ts';
import { billingCycle, subscriptionStatus } from './subscriptions.ts';

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
      }),
    ),
  }),
  total_spent: z.object({ amount: z.number(), currency: z.literal('GBP') }),
  next_billing: z.object({ date: z.iso.datetime().nullable(), amount: z.number().nullable() }),
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
const countMetric = z.object({ count: z.number().int(), growth });

export const adminDashboard = z.object({
  active_users: countMetric,
  trial_users: countMetric,
  active_subscriptions: countMetric,
  total_revenue: z.object({ amount: z.number(), growth }),
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
