import { fireEvent, screen, waitFor } from '@testing-library/react';
import { storageKeys } from 'contract/storage';
import { expect, test, vi } from 'vitest';
import { holdCall, type Stub, stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { press, rendered, user } from '../../testing/screen.ts';
import { newSession, signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';
import { expectToastFor, toasts } from '../../testing/toasts.ts';

async function type(label: string, text: string): Promise<void> {
  await user.type(await screen.findByLabelText(label), text);
}

const forms = {
  '/login': {
    button: 'Login',
    fill: async () => {
      await type('Email', 'ann@hospital.test');
      await type('Password', 'Retina-2026');
    },
  },
  '/signup': {
    button: 'Create account',
    fill: async () => {
      await type('First name', 'Ann');
      await type('Last name', 'Bee');
      await type('Email', 'ann@hospital.test');
      await type('Password', 'Retina-2026');
      await type('Confirm password', 'Retina-2026');
      await user.click(screen.getByRole('checkbox'));
    },
  },
  '/forgot-password': {
    button: 'Reset Password',
    fill: () => type('Email', 'ann@hospital.test'),
  },
};

const failures = [
  ['/login', '/login', 'Login failed'],
  ['/signup', '/register', 'Sign-up failed'],
  ['/forgot-password', '/reset-password', 'Asking for a reset link failed'],
] as const;

test.each(failures)(
  'a failure on %s is logged, and told by the toast of every failure',
  async (path, call, said) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    stubCall(call, { success: false, error: 'Not now' }).status = 400;
    open(path);
    await forms[path].fill();
    await expectToastFor(2, 'error', 'Not now', () => press(forms[path].button));
    expect(log).toHaveBeenCalledWith(said, expect.anything());
    expect(window.location.pathname).toBe(path);
  },
);

/** Answers a sign-in, and what the page asks for that it leads to. */
function stubLogin(): { stub: Stub; data: { token: string; user: object; device: string } } {
  const data = { ...newSession('user'), device: 'a-device' };
  stubCall('/user', { ...ok, data: data.user });
  stubCall('/plans', { ...ok, plans: offers });
  stubCall('/user/payments', { ...ok, payments: [] });
  return { stub: stubCall('/login', { ...ok, message: 'Logged in successfully', data }), data };
}

test('a sign-in keeps the token and the user that were answered', async () => {
  const { data } = stubLogin();
  open('/login');
  await forms['/login'].fill();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/user/subscriptions/plans'));
  expect(localStorage.getItem(storageKeys.token)).toBe(data.token);
  expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(data.user);
});

test('a sign-in is told for two seconds', async () => {
  stubLogin();
  open('/login');
  await forms['/login'].fill();
  await expectToastFor(2, 'success', 'Logged in successfully', () => user.keyboard('{Enter}'));
  expect(window.location.pathname).toBe('/user/subscriptions/plans');
});

test.each([
  ['/user/payments?search=cat', '/user/payments?search=cat'],
  ['/login?returnUrl=%2Fuser%2Fprofile', '/user/profile'],
])('a wrong password leaves one at the login, on the way to %s', async (wanted, end) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { stub } = stubLogin();
  const right = stub.body;
  const words = 'Invalid credentials or session expired';
  Object.assign(stub, { status: 401, body: { success: false, message: words } });
  open(wanted);
  await forms['/login'].fill();
  const login = window.location.href;
  expect(window.location.pathname).toBe('/login');
  await expectToastFor(2, 'error', words, () => user.keyboard('{Enter}'));
  expect(window.location.href).toBe(login);
  const refusal = screen.getByText(words);
  expect(refusal.closest('main [role=alert]')).not.toBeNull();
  await type('Password', '{End}');
  expect(refusal).toBeVisible();
  await type('Password', '{Backspace}');
  expect(screen.queryByText(words)).toBeNull();
  Object.assign(stub, { status: 200, body: right });
  await user.keyboard('6{Enter}');
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(end));
});

test('whoever may not do something is told so for two seconds, and stays signed in', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const token = signIn();
  stubCall('/reset-password', {}).status = 403;
  open('/forgot-password');
  await forms['/forgot-password'].fill();
  const told = 'Access denied. Insufficient permissions.';
  await expectToastFor(2, 'error', told, () => press('Reset Password'));
  expect(localStorage.getItem(storageKeys.token)).toBe(token);
});

test('every refusal shows what the catalogue says, as an error, top-right', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const stub = stubCall('/reset-password', {});
  open('/forgot-password');
  await forms['/forgot-password'].fill();
  for (const [status, json, text] of [
    [400, { error: 'The server said this' }, 'The server said this'],
    [400, {}, 'Bad request'],
    [403, { error: 'x' }, 'Access denied. Insufficient permissions.'],
    [404, {}, 'Resource not found'],
    [422, {}, 'Validation failed'],
    [500, { error: 'select * from users' }, 'Server error. Please try again later.'],
    [418, {}, 'Error 418'],
    [0, {}, 'Network error. Please check your connection.'],
  ] as const) {
    Object.assign(stub, { status, body: json, offline: status === 0 });
    await press('Reset Password');
    await waitFor(() => {
      const toast = toasts().find(({ textContent }) => textContent.includes(text));
      expect(toast).toHaveAttribute('data-type', 'error');
      expect(toast).toHaveAttribute('data-x-position', 'right');
      expect(toast).toHaveAttribute('data-y-position', 'top');
    });
    expect(window.location.pathname).toBe('/forgot-password');
  }
});

test('an error stays for two seconds, the word of a reset mail for three', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const stub = stubCall('/reset-password', {});
  stub.status = 500;
  open('/forgot-password');
  await forms['/forgot-password'].fill();
  const failed = 'Server error. Please try again later.';
  await expectToastFor(2, 'error', failed, () => press('Reset Password'));
  stub.status = 200;
  const sent = 'Password reset instructions sent to your email';
  await expectToastFor(3, 'success', sent, () => press('Reset Password'));
});

test('a call that is not answered within 30 s is given up as a network error', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  // Its clock cannot be moved, so half a minute, and no other time, is cut short.
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    timeout.call(AbortSignal, milliseconds === 30_000 ? 300 : milliseconds),
  );
  stubCall('/reset-password', {});
  holdCall('/reset-password');
  open('/forgot-password');
  await forms['/forgot-password'].fill();
  await press('Reset Password');
  await screen.findByText('Processing');
  await screen.findByText('Network error. Please check your connection.');
  await waitFor(() => expect(screen.queryByText('Processing')).toBeNull());
});

test('of many toasts twenty are shown, and one text only once', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers();
  const stub = stubCall('/reset-password', {});
  stub.status = 400;
  open('/forgot-password');
  await forms['/forgot-password'].fill();
  stub.body = { error: 'Refusal 1.' };
  await press('Reset Password');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  // So short a time passes that none of them goes meanwhile.
  vi.setTimerTickMode('manual');
  for (let n = 2; n <= 25; n += 1) {
    const error = `Refusal ${Math.min(n, 23)}.`;
    stub.body = { error };
    fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
    await vi.advanceTimersByTimeAsync(20);
    await rendered();
    expect(toasts().filter(({ textContent }) => textContent.includes(error))).toHaveLength(1);
  }
  expect(document.querySelectorAll('[data-sonner-toast][data-visible=true]')).toHaveLength(20);
});
