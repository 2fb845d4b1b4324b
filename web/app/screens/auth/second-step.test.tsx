import { screen, waitFor } from '@testing-library/react';
import { storageKeys } from 'contract/storage';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Stub, stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { newSession } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';

const half = {
  ...{ ...ok, message: 'Enter your code to finish logging in' },
  data: { second_factor: { token: 'a-half', methods: ['totp', 'recovery_code'] } },
};

const refusal = (field: string, error: string) => ({
  ...{ success: false, message: error, error, data: { fields: { [field]: error } } },
});

let second: Stub;
beforeEach(async () => {
  stubCall('/login', half);
  second = stubCall('/login/second-factor', refusal('code', 'This code is not right.'));
  second.status = 401;
  localStorage.setItem(storageKeys.device, 'a-device');
  open('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@hospital.test');
  await user.type(screen.getByLabelText('Password'), 'Retina-2026');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'One more step' });
});

test('whoever has a second factor is asked for a code, and is in with it', async () => {
  const data = { ...newSession('user'), device: 'the-device' };
  const code = await screen.findByLabelText('Code from your authenticator app');
  await waitFor(() => expect(code).toHaveFocus());
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(localStorage.getItem(storageKeys.token)).toBeNull();

  const log = vi.spyOn(console, 'error').mockReturnValue();
  await user.type(code, '123 456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
  expect(log).toHaveBeenCalled();
  expect(second.sent[0]?.body).toEqual({ token: 'a-half', code: '123 456', device: 'a-device' });

  Object.assign(second, { status: 200, body: { ...ok, message: 'Logged in successfully', data } });
  stubCall('/user', { ...ok, data: data.user });
  stubCall('/plans', { ...ok, plans: offers });
  stubCall('/user/payments', { ...ok, payments: [] });
  await user.clear(code);
  await user.type(code, '654321{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/user/subscriptions/plans'));
  expect(localStorage.getItem(storageKeys.token)).toBe(data.token);
  expect(localStorage.getItem(storageKeys.device)).toBe('the-device');
});

test('a recovery code is another field, and a login that took too long begins anew', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await press('Use a recovery code instead');
  const code = await screen.findByLabelText('Recovery code');
  await waitFor(() => expect(code).toHaveFocus());
  second.body = refusal('token', 'This login took too long. Please log in again.');
  await user.type(code, 'k7d2-9xqm-4tzp{Enter}');
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await screen.findByText('This login took too long. Please log in again.');
});

test('whoever turns back, or leaves, begins with the password', async () => {
  await press('Back to Login');
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull();
});
