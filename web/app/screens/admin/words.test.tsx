import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { figure, inMain, press, texts, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import {
  ada,
  adaInList,
  idOf,
  ok,
  specifiedLists,
  usersAnswer,
} from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';
import { noCancellations } from '../../testing/twelve-months.ts';

const cardNames = () => texts(inMain('section dl > div > dt'));
const inAddress = (key: string) => new URLSearchParams(window.location.search).get(key);

test.each(specifiedLists)(
  '$path says what is specified, and asks for what is chosen',
  async (list) => {
    const { path, title, badge, cards, choices, columns, sorts, row, body } = list;
    signIn('admin');
    const stub = stubCall(path, body);
    open(path);
    await screen.findByRole('row', { name: /Ada Byron/ });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (badge) expect(screen.getByText(badge)).toBeVisible();
    expect(cardNames()).toEqual(Object.keys(cards));
    for (const [name, value] of Object.entries(cards)) expect(figure(name)).toBe(value);
    expect(texts(screen.getAllByRole('columnheader'))).toEqual(columns);
    expect(texts(inMain('tbody tr > *'))).toEqual(row);
    expect(screen.getByPlaceholderText('Search by user...')).toBeVisible();

    for (const [name, [key, ...options]] of Object.entries(choices)) {
      const select = screen.getByLabelText<HTMLSelectElement>(name);
      expect(texts(select.options)).toEqual(options.map(([label]) => label));
      for (const [label, value] of options.toReversed()) {
        const before = stub.asked.length;
        await user.selectOptions(select, label);
        await waitFor(() => expect(inAddress(key)).toBe(value));
        // What was asked for a moment ago is at hand, and need not be asked for again.
        if (value === null) continue;
        await waitFor(() => expect(stub.asked.length).toBeGreaterThan(before));
        expect(stub.asked.at(-1)?.get(key)).toBe(value);
      }
    }
    expect(stub.asked[0]?.toString()).not.toMatch(/all|search|status|isActive|role|product|plan/);

    const [[, byDefault] = []] = sorts;
    expect(stub.asked[0]?.get('sortBy')).toBe(byDefault);
    expect(stub.asked[0]?.get('sortOrder')).toBe('desc');
    expect(inMain('th[aria-sort]')).toHaveLength(sorts.length);
    for (const [name, sortBy] of sorts) {
      const header = () => screen.getByRole('columnheader', { name });
      for (const [sortOrder, direction] of [
        ['asc', 'ascending'],
        ['desc', 'descending'],
      ] as const) {
        await user.click(within(header()).getByRole('button'));
        await waitFor(() => expect(header()).toHaveAttribute('aria-sort', direction));
        // The order that the page began with is at hand.
        if (sortBy === byDefault && sortOrder === 'desc') continue;
        await waitFor(() => expect(stub.asked.at(-1)?.get('sortBy')).toBe(sortBy));
        await waitFor(() => expect(stub.asked.at(-1)?.get('sortOrder')).toBe(sortOrder));
      }
    }
  },
);

test('the cards of payments count what they add up', async () => {
  signIn('admin');
  stubCall('/admin/payments', specifiedLists[2]?.body);
  open('/admin/payments');
  await screen.findByText('3 transactions');
  const [successful, pending] = texts(inMain('section dl > div'));
  expect(successful).toMatch(/3 transactions$/);
  expect(pending).toMatch(/1 transaction$/);
});

test('whoever deactivates from the list may end subscriptions now, chosen anew each time', async () => {
  signIn('admin');
  stubCall('/admin/users', usersAnswer(adaInList));
  const change = stubCall(`/admin/users/${ada.id}/status`, { ...ok, message: 'User deactivated' });
  open('/admin/users');
  const toggle = await screen.findByRole('switch', { name: 'Ada Byron is active' });
  const box = () => screen.findByRole('checkbox', { name: /^End subscriptions now instead\./ });
  await user.click(toggle);
  await user.click(await box());
  await press('Keep as it is');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(toggle);
  expect(await box()).not.toBeChecked();
  await user.click(await box());
  await press('Deactivate');
  await screen.findByText('User deactivated');
  expect(change.sent).toEqual([
    { method: 'PUT', body: { isActive: false, end_subscriptions: true } },
  ]);
});

test('a deactivation from the list goes on once the admin has shown that it is them', async () => {
  signIn('admin');
  stubCall('/admin/users', usersAnswer(adaInList));
  const needed = { success: false, error: 'Confirm first', error_code: 'proof_needed' };
  const change = stubCall(`/admin/users/${ada.id}/status`, needed);
  change.status = 403;
  stubCall('/user/second-factors', { ...ok, data: [], recovery_codes_left: 0 });
  const proof = stubCall('/user/proof', ok);
  open('/admin/users');
  await user.click(await screen.findByRole('switch', { name: 'Ada Byron is active' }));
  await press('Deactivate');
  const name = 'Confirm that it is you';
  const asked = within(await screen.findByRole('alertdialog', { name }));
  Object.assign(change, { status: 200, body: { ...ok, message: 'User deactivated' } });
  await user.type(asked.getByLabelText('Your password'), 'Retina-2026{Enter}');
  await screen.findByText('User deactivated');
  expect(proof.sent).toHaveLength(1);
  expect(change.sent.map(({ body }) => body)).toEqual([{ isActive: false }, { isActive: false }]);
});

test('the status toggle sends the opposite, and the list is loaded again', async () => {
  signIn('admin');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const stub = stubCall('/admin/users', usersAnswer(adaInList));
  const change = stubCall(`/admin/users/${ada.id}/status`, { ...ok, message: 'User deactivated' });
  open('/admin/users');
  const toggle = await screen.findByRole('switch', { name: 'Ada Byron is active' });
  expect(toggle).toBeChecked();
  stub.body = usersAnswer({ ...adaInList, isActive: false });
  const question = { name: 'Deactivate Ada Byron?' };
  await user.click(toggle);
  await screen.findByRole('alertdialog', question);
  await press('Keep as it is');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(toggle).toBeChecked();
  expect(change.sent).toEqual([]);
  await user.click(toggle);
  await screen.findByRole('alertdialog', question);
  await press('Deactivate');
  await waitFor(() => expect(toggle).not.toBeChecked());
  await screen.findByText('User deactivated');
  expect(change.sent).toEqual([{ method: 'PUT', body: { isActive: false } }]);

  // A failure is logged, and nothing else.
  await waitFor(() => expect(toasts()).toEqual([]), { timeout: 10_000 });
  change.status = 500;
  const before = stub.asked.length;
  await user.click(toggle);
  await waitFor(() =>
    expect(log).toHaveBeenCalledWith('Changing a user failed', expect.anything()),
  );
  await waitFor(() => expect(stub.asked.length).toBeGreaterThan(before));
  expect(change.sent[1]).toEqual({ method: 'PUT', body: { isActive: true } });
  await waitFor(() => expect(toggle).not.toBeChecked());
  expect(toasts()).toEqual([]);

  // A rule that refuses says why.
  change.status = 409;
  change.body = { success: false, error: 'The last admin cannot be deactivated.' };
  await user.click(toggle);
  await screen.findByText('The last admin cannot be deactivated.');
  expect(toggle).not.toBeChecked();
});

test('the dashboard lists the latest payments, and leads on', async () => {
  signIn('admin');
  const metric = { count: 0, growth: 0, rows: '/admin/users' };
  const revenue = { amount: 0, growth: 0, rows: '/admin/payments' };
  const states = ['completed', 'pending', 'failed', 'refunded'];
  stubCall('/admin/cancellations', noCancellations);
  stubCall('/admin/dashboard-stats', {
    ...ok,
    data: {
      active_users: metric,
      trial_users: metric,
      active_subscriptions: metric,
      total_revenue: revenue,
      recurring_revenue: revenue,
      months: [],
      recent_payments: states.map((status, index) => ({
        ...{ id: idOf(index), user_name: 'Ada Byron', product_name: 'Complete Bundle' },
        ...{ plan_type: 'Yearly', amount: 350, status, payment_date: 'not a date' },
      })),
    },
  });
  open('/admin');
  await screen.findByText('Refunded');
  expect(window.location.pathname).toBe('/admin/dashboard');
  const names = ['Active Users', 'Trial Users', 'Active Subscriptions', 'Total Revenue'];
  expect(cardNames()).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}`))));
  const main = within(screen.getByRole('main'));
  for (const name of ['Recent Payments', 'Quick Actions']) {
    expect(main.getByRole('heading', { name })).toBeVisible();
  }
  const items = texts(main.getAllByRole('listitem')).filter((text) => text.includes('Ada Byron'));
  expect(items).toEqual(
    ['Completed', 'Pending', 'Failed', 'Refunded'].map(
      (look) => `Ada ByronComplete Bundle, Yearly · Invalid Date£350.00${look}`,
    ),
  );
  for (const [name, path] of [
    ['View all payments', '/admin/payments'],
    [/^Manage users/, '/admin/users'],
    [/^View subscriptions/, '/admin/subscriptions'],
  ] as const) {
    expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});
