import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { inMain, texts } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ada, adaInList, idOf, ok } from '../../testing/specified-lists.ts';

const product = { name: 'Portfolio Builder', description: 'For doctors' };
const productId = '0198c000-0000-7000-8000-000000000001';
const ends = { next: null, previous: null };
const then = '2026-03-09T12:00:00.000Z';
/** The cells of a column, from the first row down. */
const column = (number: number) => texts(inMain(`tbody tr > :nth-child(${number})`));

beforeEach(() => {
  signIn('admin');
});

test('users of either role and state have their words, and days that are none', async () => {
  const users = [
    { ...adaInList, role: 'admin' },
    { ...adaInList, id: idOf(2), isActive: false, created_at: '2026-13-45' },
  ];
  stubCall('/admin/users', { ...ok, data: { users, ...ends } });
  open('/admin/users');
  const [first, second] = await screen.findAllByRole('switch');
  expect(column(3)).toEqual(['Admin', 'User']);
  expect(column(4)).toEqual(['09/03/2026', 'Invalid Date']);
  expect(column(5)).toEqual(['Active', 'Inactive']);
  expect(first).toBeChecked();
  expect(second).not.toBeChecked();
});

test('subscriptions in every state have their words, terms and days', async () => {
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
  stubCall('/admin/subscriptions', { ...ok, subscriptions, ...ends });
  open('/admin/subscriptions');
  await screen.findByRole('table');
  expect(column(3)[0]).toBe('StandardEvery year');
  expect(column(4)[0]).toBe('£1,250.00per year');
  expect(column(5)).toEqual(['Active', 'TrialTrial ends Invalid Date', 'Cancelled', 'Expired']);
  expect(column(6)).toEqual([
    '09/03/2026no end date',
    '09/03/2026to 09/03/2026',
    'Invalid Dateto 09/03/2026',
    '09/03/2026to Invalid Date',
  ]);
});

test('payments in every state have their words, cycles and days', async () => {
  const one = (status: string, billing_cycle: string, payment_date: string) => ({
    ...{ id: crypto.randomUUID(), user: ada, amount: 1234.5, status, payment_date },
    subscription: { product, pricing_plan: { plan_name: 'Standard', billing_cycle } },
  });
  const payments = [
    one('success', 'monthly', then),
    one('pending', 'yearly', then),
    one('failed', 'monthly', '2026-13-45'),
  ];
  stubCall('/admin/payments', { ...ok, payments, ...ends });
  open('/admin/payments');
  await screen.findByRole('table');
  expect(column(3)).toEqual(['StandardEvery month', 'StandardEvery year', 'StandardEvery month']);
  expect(column(4)[0]).toBe('£1,234.50');
  expect(column(5)).toEqual(['Success', 'Pending', 'Failed']);
  expect(column(6)).toEqual(['09/03/2026', '09/03/2026', 'Invalid Date']);
  // Figures that the answer left out are those of its rows.
  expect(screen.getByText('Total £2,469.00')).toBeVisible();
});

test('product D50: audit targets are told by name, with what is written down behind', async () => {
  const one = (target: string | null, target_user: object | null = null) => ({
    ...{ id: crypto.randomUUID(), at: then, action: 'user.changed', address: '192.0.2.1' },
    ...{ actor: null, detail: null, target, target_user },
  });
  const payments = `payments ${JSON.stringify({ search: 'ada', product: productId, sortBy: 'amount', sortOrder: 'desc', page: 2, pageSize: 25 })}`;
  const entries = [
    one(ada.id, { id: ada.id, name: 'Ada Byron', email: ada.email }),
    one('cataract'),
    one(payments),
    one('users {}'),
    one('users {cut off'),
    one('failures {}'),
    one('cancellations {}'),
    one('nobody@hospital.test'),
    one(null),
  ];
  stubCall('/admin/audit', { ...ok, entries, ...ends });
  open('/admin/audit');
  await screen.findByRole('table');
  expect(column(3)).toEqual([
    'Ada Byronada@hospital.test',
    'Cataract Connect',
    'Payments Search: ada, Product: Portfolio Builder, Page: 2',
    'Users',
    'users {cut off',
    'What failed',
    'Why people cancelled',
    'nobody@hospital.test',
    'None',
  ]);
  expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute(
    'href',
    `/admin/users/${ada.id}`,
  );
  for (const [n, target] of [ada.id, 'cataract', payments].entries()) {
    expect(inMain(`tbody tr:nth-child(${n + 1}) > :nth-child(3) > [title]`)[0]).toHaveAttribute(
      'title',
      target,
    );
  }
});
