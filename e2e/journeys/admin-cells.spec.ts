import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { ada, adaInList, idOf, ok } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const product = { name: 'Portfolio Builder', description: 'For doctors' };
const ends = { next: null, previous: null };
const then = '2026-03-09T12:00:00.000Z';
/** The cells of a column, from the first row down. */
const column = (page: Page, number: number) => page.locator(`tbody tr > :nth-child(${number})`);

test('users of either role and state have their words, and days that are none', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  const users = [
    { ...adaInList, role: 'admin' },
    { ...adaInList, id: idOf(2), isActive: false, created_at: '2026-13-45' },
  ];
  await stubCall(page, '/admin/users', { ...ok, data: { users, ...ends } });
  await page.goto('/admin/users');
  await expect(column(page, 3)).toHaveText(['Admin', 'User']);
  await expect(column(page, 4)).toHaveText(['09/03/2026', 'Invalid Date']);
  await expect(column(page, 5)).toHaveText(['Active', 'Inactive']);
  await expect(page.getByRole('switch').nth(0)).toBeChecked();
  await expect(page.getByRole('switch').nth(1)).not.toBeChecked();
});

test('subscriptions in every state have their words, terms and days', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const one = (status: string, billing_cycle: string, dates: object) => ({
    ...{ id: crypto.randomUUID(), user: ada, product, status },
    pricing_plan: { plan_name: 'Standard', billing_cycle, price: 1250 },
    ...{ trial_end_date: null, start_date: then, end_date: then, ...dates },
  });
  const subscriptions = [
    one('active', 'yearly', { end_date: null, trial_end_date: then }),
    one('trial', 'monthly', { trial_end_date: '2026-13-45' }),
    one('cancelled', 'monthly', { start_date: '2026-13-45' }),
    one('expired', 'monthly', { end_date: '2026-13-45' }),
  ];
  await stubCall(page, '/admin/subscriptions', { ...ok, subscriptions, ...ends });
  await page.goto('/admin/subscriptions');
  await expect(column(page, 3).first()).toHaveText('StandardEvery year');
  await expect(column(page, 4).first()).toHaveText('£1,250.00per year');
  await expect(column(page, 5)).toHaveText([
    'Active',
    'TrialTrial ends Invalid Date',
    'Cancelled',
    'Expired',
  ]);
  await expect(column(page, 6)).toHaveText([
    '09/03/2026no end date',
    '09/03/2026to 09/03/2026',
    'Invalid Dateto 09/03/2026',
    '09/03/2026to Invalid Date',
  ]);
});

test('payments in every state have their words, cycles and days', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const one = (status: string, billing_cycle: string, payment_date: string) => ({
    ...{ id: crypto.randomUUID(), user: ada, amount: 1234.5, status, payment_date },
    subscription: { product, pricing_plan: { plan_name: 'Standard', billing_cycle } },
  });
  const payments = [
    one('success', 'monthly', then),
    one('pending', 'yearly', then),
    one('failed', 'monthly', '2026-13-45'),
  ];
  await stubCall(page, '/admin/payments', { ...ok, payments, ...ends });
  await page.goto('/admin/payments');
  await expect(column(page, 3)).toHaveText([
    'StandardEvery month',
    'StandardEvery year',
    'StandardEvery month',
  ]);
  await expect(column(page, 4).first()).toHaveText('£1,234.50');
  await expect(column(page, 5)).toHaveText(['Success', 'Pending', 'Failed']);
  await expect(column(page, 6)).toHaveText(['09/03/2026', '09/03/2026', 'Invalid Date']);
  // Figures that the answer left out are those of its rows.
  await expect(page.getByText('Total £2,469.00', { exact: true })).toBeVisible();
});
