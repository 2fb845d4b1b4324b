import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Stub, stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { adaInList, ok, usersAnswer } from '../../testing/specified-lists.ts';
import { expectToastFor, toasts } from '../../testing/toasts.ts';

const path = `/admin/users/${adaInList.id}`;

const newcomer = {
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@hospital.test',
  role: 'admin',
};

async function write(label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

async function create(): Promise<void> {
  open('/admin/users/new');
  await write('First name', 'Grace');
  await write('Last name', 'Hopper');
  await write('Email', 'grace@hospital.test');
  await user.selectOptions(screen.getByLabelText('Role'), 'Admin');
  await press('Create user');
}

async function edit(role?: string): Promise<void> {
  open(`${path}/edit`);
  await write('Last name', 'Lovelace');
  if (role) await user.selectOptions(screen.getByLabelText('Role'), role);
  await press('Save changes');
}
const edited = { first_name: 'Ada', last_name: 'Lovelace', email: adaInList.email };

async function act(name: string): Promise<void> {
  open(path);
  await press(name);
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name }));
}

const calls: [string, () => Promise<void>, { method: string; path: string; body: unknown }][] = [
  ['a new user', create, { method: 'POST', path: '/admin/users', body: newcomer }],
  ['a role', () => act('Make admin'), { method: 'PUT', path, body: { role: 'admin' } }],
  // Without the role, which another admin may have changed since it was shown.
  ['details', () => edit(), { method: 'PUT', path, body: edited }],
  [
    'details with a role',
    () => edit('Admin'),
    { method: 'PUT', path, body: { ...edited, role: 'admin' } },
  ],
  ['a deletion', () => act('Delete user'), { method: 'DELETE', path, body: null }],
];

/** Answers what the page of a user asks for. */
function stubPage(): void {
  stubCall(path, { ...ok, data: adaInList });
  stubCall('/admin/users', usersAnswer(adaInList));
  stubCall(`${path}/sessions`, { ...ok, data: [] });
  stubCall(`${path}/history`, {
    ...ok,
    data: { has_access: false, because: '', subscriptions: [], payments: [], timeline: [] },
  });
}

test.each(calls)(
  "%s is sent as specified: the server's message is a toast, a failure is logged and told",
  async (_, doIt, expected) => {
    const token = signIn('admin');
    const log = vi.spyOn(console, 'error').mockReturnValue();
    stubPage();
    const stub: Stub = stubCall(`${expected.method} ${expected.path}`, {
      ...{ success: false, message: 'refused', error: 'refused' },
    });
    for (const [status, told] of [
      [403, 'Access denied. Insufficient permissions.'],
      [500, 'Server error. Please try again later.'],
    ] as const) {
      stub.status = status;
      log.mockClear();
      await doIt();
      await expectToast(told, 'error');
      const said = expect.stringMatching(/^(Changing|Saving) a user failed/);
      expect(log).toHaveBeenCalledWith(said, expect.anything());
    }
    stub.status = 200;
    stub.body = { ...ok, message: 'The server says it is done', data: adaInList };
    await doIt();
    await expectToast('The server says it is done', 'success');
    const { method, body } = expected;
    expect(stub.sent).toEqual([1, 2, 3].map(() => ({ method, body })));
    expect(stub.headers.map((headers) => headers.get('authorization'))).toEqual(
      [1, 2, 3].map(() => `Bearer ${token}`),
    );
  },
);

async function expectToast(text: string, type: 'success' | 'error'): Promise<void> {
  await waitFor(() => {
    const toast = toasts().find(({ textContent }) => textContent.includes(text));
    expect(toast).toHaveAttribute('data-type', type);
  });
}

test('product E13: what an admin changed of a user is told for two seconds', async () => {
  signIn('admin');
  stubPage();
  stubCall(`PUT ${path}`, { ...ok, message: 'User updated', data: adaInList });
  open(path);
  await press('Make admin');
  const dialog = within(await screen.findByRole('alertdialog'));
  const confirm = dialog.getByRole('button', { name: 'Make admin' });
  await expectToastFor(2, 'success', 'User updated', () => user.click(confirm));
});

test('a deletion that failed leaves its question, so that the page can be read', async () => {
  signIn('admin');
  vi.spyOn(console, 'error').mockReturnValue();
  stubPage();
  stubCall(`DELETE ${path}`, { success: false }).status = 500;
  await act('Delete user');
  await expectToast('Server error. Please try again later.', 'error');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(window.location.pathname).toBe(path);
});
