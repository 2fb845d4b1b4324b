import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { inMain, press, texts, user } from '../../testing/screen.ts';
import { newSession, signIn } from '../../testing/session.ts';
import {
  ada,
  adaInList,
  adaPayment,
  adaSubscription,
  ok,
  specifiedLists,
  usersAnswer,
} from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';

const history = {
  ...{ has_access: false, because: '', subscriptions: [], payments: [], timeline: [] },
};

test('a user page that cannot be loaded says why, and loads on another try', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  signIn('admin');
  const path = `/admin/users/${ada.id}`;
  const one = stubCall(path, { ...ok, data: { ...adaInList, created_at: 'not a date' } });
  stubCall(`${path}/sessions`, { ...ok, data: [] });
  stubCall(`${path}/history`, {
    ...ok,
    data: {
      ...{ has_access: false, because: '<i>' },
      ...{ subscriptions: [adaSubscription], payments: [adaPayment] },
      timeline: [
        {
          at: '2026-07-01T10:00:00.000Z',
          ...{ event: 'Account deactivated', rule: 'A rule', result: 'Cannot log in' },
        },
      ],
    },
  });
  for (const [failure, message] of [
    [{ status: 403 }, 'Access denied. Insufficient permissions.'],
    [{ status: 500 }, 'Server error. Please try again later.'],
    [{ offline: true }, 'Network error. Please check your connection.'],
  ] as const) {
    Object.assign(one, failure);
    open(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  }
  Object.assign(one, { status: 200, offline: false });
  await press('Try again');
  await screen.findByText('Invalid Date');
  await screen.findByText('<i>');
  expect(screen.getByRole('heading', { name: 'No access' })).toBeVisible();
  for (const [name, list] of [
    ['Subscriptions', specifiedLists[1]],
    ['Payments', specifiedLists[2]],
  ] as const) {
    const table = screen.getByRole('table', { name });
    const headers = within(table).getAllByRole('columnheader');
    expect(texts(headers)).toEqual(list?.columns.slice(1));
    // As long as it runs somebody may have withdrawn by letter.
    const more = (text: string) =>
      text.startsWith('Trial') ? `${text}Withdraw Complete Bundle of Ada Byron` : text;
    expect(texts(table.querySelectorAll('tbody tr > *'))).toEqual(list?.row.slice(1).map(more));
  }
  for (const [name, target] of [
    ['View all subscriptions', `/admin/subscriptions?user=${ada.id}`],
    ['View all payments', `/admin/payments?user=${ada.id}`],
    ['Audit log', `/admin/audit?target=${ada.id}`],
  ] as const) {
    const link = within(screen.getByRole('main')).getByRole('link', { name });
    expect(link).toHaveAttribute('href', target);
  }
  // In London, an hour ahead in summer.
  expect(texts(inMain('ol > li'))).toEqual([
    'Account deactivatedA ruleCannot log in01/07/2026, 11:00',
  ]);
});

test('admins are told what they cannot do to themselves', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  signIn('admin');
  const self = { ...adaInList, ...newSession('admin').user, isActive: true };
  const path = `/admin/users/${self.id}`;
  stubCall('/admin/users', usersAnswer(self));
  stubCall(`GET ${path}`, { ...ok, data: self });
  stubCall(`${path}/sessions`, { ...ok, data: [] });
  stubCall(`${path}/history`, { ...ok, data: history });
  open('/admin/users');
  const toggle = await screen.findByRole('switch', { name: 'Amara Osei is active' });
  expect(toggle).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('link', { name: 'Amara Osei' }));
  await screen.findByText(/You cannot deactivate or delete yourself/);
  expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull();
  await press('Edit details', 'link');
  const typed = await screen.findByLabelText('First name');
  expect(typed).toHaveValue('Amara');
  expect(screen.queryByLabelText('Role')).toBeNull();

  // Their details are saved without the role, and typed text outlives a failure. A page that was
  // come to takes the focus first.
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await user.type(typed, '-Jane');
  const change = stubCall(`PUT ${path}`, { success: false });
  const shown = stubCall(`GET ${path}`, { success: false });
  Object.assign(change, { status: 500 });
  Object.assign(shown, { status: 500 });
  await press('Save changes');
  const body = { first_name: 'Amara-Jane', last_name: 'Osei', email: self.email };
  await waitFor(() => expect(change.sent).toEqual([{ method: 'PUT', body }]));
  await waitFor(() =>
    expect(texts(toasts())).toContainEqual(
      expect.stringContaining('Server error. Please try again later.'),
    ),
  );
  // What is shown was asked for again, in vain.
  await waitFor(() => expect(shown.asked.length).toBeGreaterThan(0));
  expect(typed).toHaveValue('Amara-Jane');
});

test('an admin logs a user out everywhere, after a question', async () => {
  signIn('admin');
  const path = `/admin/users/${ada.id}`;
  stubCall(path, { ...ok, data: adaInList });
  stubCall(`${path}/history`, { ...ok, data: history });
  const at = '2026-11-01T10:00:00.000Z';
  const device = {
    ...{ id: ada.id, device: 'Firefox on Windows', place: null, current: false },
    ...{ created_at: at, last_used_at: at },
  };
  const list = stubCall(`GET ${path}/sessions`, { ...ok, data: [device] });
  const all = stubCall(`DELETE ${path}/sessions`, { ...ok, message: 'Logged out everywhere' });
  open(path);
  await press('Log out everywhere');
  const name = `Log ${ada.first_name} ${ada.last_name} out everywhere?`;
  const asked = await screen.findByRole('alertdialog', { name });
  expect(asked).toHaveTextContent('All sessions of the user end at once.');
  await press('Keep as it is');
  await waitFor(() => expect(asked).not.toBeInTheDocument());
  expect(all.sent).toEqual([]);

  await press('Log out everywhere');
  await screen.findByRole('alertdialog', { name });
  list.body = { ...ok, data: [] };
  const again = within(screen.getByRole('alertdialog', { name }));
  await user.click(again.getByRole('button', { name: 'Log out everywhere' }));
  expect(await screen.findByText('Not logged in anywhere.')).toBeVisible();
  expect(all.sent).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Log out everywhere' })).toBeNull();
});
