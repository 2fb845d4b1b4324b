import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, texts, user } from '../../testing/screen.ts';

const errors = () => texts(document.querySelectorAll('main [role=alert]'));

/** Opens a form, and waits until its code is there. */
async function openForm(path: string): Promise<void> {
  open(path);
  await screen.findByRole('form');
}

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
}

test.each([
  ['/login', 'Welcome back', 'Log in to manage your subscriptions.'],
  ['/signup', 'Create your account', 'It takes a minute. No card is needed to sign up.'],
  ['/forgot-password', 'Forgot your password?', 'It works once, for 30 minutes.'],
  [
    '/reset-password?resetKey=some-key',
    'Set a new password',
    'Log in with it afterwards. All your devices are logged out.',
  ],
])('product A1 to A4: %s says what it is for', async (path, title, words) => {
  await openForm(path);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent(words);
});

test('the login form says what is wrong, field by field, until it is edited', async () => {
  await openForm('/login');
  await press('Login');
  await waitFor(() => expect(errors()).toEqual(['Email is required', 'Password is required']));
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  await fill({ Email: 'nobody' });
  expect(errors()).toEqual(['Password is required']);
  await fill({ Password: '12345' });
  expect(errors()).toEqual([]);
  await press('Login');
  await waitFor(() =>
    expect(errors()).toEqual([
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ]),
  );
});

test('the sign-up form says what is wrong, field by field', async () => {
  await openForm('/signup');
  await press('Create account');
  await waitFor(() =>
    expect(errors()).toEqual([
      'First name is required',
      'Last name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
      'You must agree to the terms and conditions',
    ]),
  );
  await fill({ 'First name': ' A ', 'Last name': 'B', Email: 'a@b' });
  await fill({ Password: '1234567', 'Confirm password': '12345678' });
  await user.click(screen.getByRole('checkbox'));
  expect(errors()).toEqual([]);
  await press('Create account');
  await waitFor(() =>
    expect(errors()).toEqual([
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
      'Passwords do not match',
    ]),
  );
});

test('the checklist follows the password, and both passwords can be shown', async () => {
  await openForm('/signup');
  const list = screen.getByRole('list', { name: 'Password checklist' });
  const items = () => texts(within(list).getAllByRole('listitem'));
  expect(items()).toEqual(
    [/^At least 8 characters/, /^An uppercase letter/, /^A lowercase letter/, /^A number/].map(
      (words) => expect.stringMatching(words),
    ),
  );
  for (const [text, expected] of [
    ['', [false, false, false, false]],
    ['a', [false, false, true, false]],
    ['aB', [false, true, true, false]],
    ['aB3', [false, true, true, true]],
    ['aB345678', [true, true, true, true]],
  ] as const) {
    fireEvent.input(screen.getByLabelText('Password'), { target: { value: text } });
    await waitFor(() => expect(items().map((item) => /\(done\)/.test(item))).toEqual(expected));
  }
  for (const label of ['Password', 'Confirm password']) {
    const field = screen.getByLabelText(label);
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    expect(field).toHaveAttribute('type', 'password');
    // Once it is shown it is a text, which some browsers would send to be checked.
    expect(field).toHaveAttribute('spellcheck', 'false');
    await press(`Show ${label.toLowerCase()}`);
    expect(field).toHaveAttribute('type', 'text');
    screen.getByRole('button', { name: `Hide ${label.toLowerCase()}` }).focus();
    await user.keyboard('{Enter}');
    expect(field).toHaveAttribute('type', 'password');
  }
});

const password = '  pässwörd "&<>\\ 密码 🔑 %20  ';

test.each([
  ['/login', ['Password']],
  ['/signup', ['Password', 'Confirm password']],
  ['/reset-password?resetKey=some-key', ['New password', 'Confirm password']],
] as const)('a password can be pasted on %s, every character of it', async (path, labels) => {
  await openForm(path);
  for (const label of labels) {
    const field = screen.getByLabelText(label);
    field.focus();
    await user.paste(password);
    expect(field).toHaveValue(password);
    expect(field).not.toHaveAttribute('maxlength');
  }
});

test('what is typed into the login form is sent as it is', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const stub = stubCall('/login', { success: false });
  stub.status = 401;
  await openForm('/login');
  await user.type(screen.getByLabelText('Email'), 'nobody@hospital.test');
  screen.getByLabelText('Password').focus();
  await user.paste(password);
  await user.keyboard('{Enter}');
  const body = { email: 'nobody@hospital.test', password };
  await waitFor(() => expect(stub.sent).toEqual([{ method: 'POST', body }]));
});
