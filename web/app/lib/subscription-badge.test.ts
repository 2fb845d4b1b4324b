import { expect, test } from 'vitest';
import { subscriptionBadge } from './subscription-badge.ts';

const summer = '2036-06-09T12:00:00.000Z';
const active = {
  status: 'active',
  trial_end_date: null,
  current_period_end: '2036-03-09T12:00:00.000Z',
  cancel_at_period_end: false,
  payment_problem: false,
} as const;

test.each([
  [{}, 'Active'],
  [{ status: 'trial', trial_end_date: summer }, 'Trial'],
  [{ payment_problem: true }, 'Payment due'],
  [{ payment_problem: true, cancel_at_period_end: true }, 'Payment due'],
  [{ cancel_at_period_end: true }, 'Ends 9 Mar'],
  [{ cancel_at_period_end: true, current_period_end: null }, 'Active'],
  [
    { cancel_at_period_end: true, current_period_end: '2037-01-02T12:00:00.000Z' },
    'Ends 2 Jan 2037',
  ],
  [
    {
      status: 'trial',
      trial_end_date: summer,
      current_period_end: summer,
      cancel_at_period_end: true,
    },
    'Ends 9 Jun',
  ],
  // On a day of support's, after the trial or before its end.
  [
    {
      status: 'trial',
      trial_end_date: summer,
      cancel_at_period_end: true,
      current_period_end: '2036-08-15T12:00:00.000Z',
    },
    'Ends 15 Aug',
  ],
  [{ status: 'trial', trial_end_date: summer, cancel_at_period_end: true }, 'Ends 9 Mar'],
  [
    {
      status: 'trial',
      trial_end_date: summer,
      cancel_at_period_end: true,
      current_period_end: null,
    },
    'Ends 9 Jun',
  ],
  [{ status: 'expired', cancel_at_period_end: true, payment_problem: true }, 'Expired'],
  [{ status: 'cancelled' }, 'Cancelled'],
] as const)('the badge of %j says %j', (parts, label) => {
  expect(subscriptionBadge({ ...active, ...parts }, new Date('2036-02-01T12:00:00Z')).label).toBe(
    label,
  );
});
