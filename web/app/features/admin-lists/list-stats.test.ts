import { expect, test } from 'vitest';
import { sumStats } from './list-stats.ts';
import { paymentStats } from './use-payment-list.ts';
import { subscriptionStats } from './use-subscription-list.ts';
import { userStats } from './use-user-list.ts';

test('payments that came without figures are counted and added up to the penny', () => {
  const payments = [
    { status: 'success', amount: 0.1 },
    { status: 'success', amount: 0.2 },
    { status: 'pending', amount: 24.99 },
    { status: 'failed', amount: 14.99 },
    { status: 'refunded', amount: 35 },
  ] as const;
  expect(sumStats(payments, paymentStats)).toEqual({
    total: 5,
    success: 2,
    pending: 1,
    failed: 1,
    successAmount: 0.3,
    pendingAmount: 24.99,
    totalAmount: 25.29,
  });
});

test('subscriptions that came without figures are counted by their state', () => {
  const subscriptions = (['active', 'trial', 'expired', 'active', 'cancelled'] as const).map(
    (status) => ({ status }),
  );
  expect(sumStats(subscriptions, subscriptionStats)).toEqual({ total: 5, active: 2, trial: 1 });
});

test('users that came without figures are counted by role and state, none of them pending', () => {
  const users = [
    { role: 'admin', isActive: true },
    { role: 'user', isActive: true },
    { role: 'user', isActive: false },
    { role: 'admin', isActive: false },
  ] as const;
  const figures = { total: 4, active: 2, inactive: 2, admins: 2, pending: 0 };
  expect(sumStats(users, userStats)).toEqual(figures);
});

test('the figures of no rows are zero', () => {
  const zeros = { total: 0, active: 0, inactive: 0, admins: 0, pending: 0 };
  expect(sumStats([], userStats)).toEqual(zeros);
});
