import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubAccount } from '../../testing/account.ts';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, texts } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';

const refused = (message: string) => ({ success: false, message, error: message, data: null });
const alerts = () => texts(document.querySelectorAll('main [role=alert]'));
const banner = 'Please confirm your email';

test('a link confirms the email at the press of its button, and its key leaves the address', async () => {
  signIn('user', { email_verified: false });
  const verify = stubCall('/verify-email', { ...ok });
  open('/verify-email?token=a-key');
  await screen.findByRole('button', { name: 'Confirm email' });
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(verify.sent).toEqual([]);
  await press('Confirm email');
  const done = await screen.findByText('Your email is confirmed. Thank you.');
  await waitFor(() => expect(done).toHaveFocus());
  expect(verify.sent).toEqual([{ method: 'POST', body: { token: 'a-key' } }]);
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Continue' })).toBeVisible();
});

test('a link that is over or not whole says so beside its button, in no toast', async () => {
  const over = stubCall('/verify-email', refused('This link has expired or was used already.'));
  over.status = 400;
  open('/verify-email?token=a-key');
  await press('Confirm email');
  await waitFor(() => expect(alerts()).toEqual(['This link has expired or was used already.']));
  open('/verify-email');
  await press('Confirm email');
  await waitFor(() =>
    expect(alerts()).toEqual(['This link is not whole. Open it from the email once more.']),
  );
  expect(over.sent).toHaveLength(1);
  expect(texts(toasts())).toEqual([]);
});

test('who has not confirmed is asked to in the user area, and has the link sent again', async () => {
  signIn('user', { email_verified: false });
  stubAccount();
  const again = stubCall('/user/verification', {
    ...{ ...ok, message: 'We sent you another link. Look for our email.' },
  });
  open('/user/account');
  expect(await screen.findByText(banner)).toBeVisible();
  expect(screen.getByText(/that we sent to priya.nair@hospital.test/)).toBeVisible();
  await press('Send the link');
  expect(await screen.findByText('We sent you another link. Look for our email.')).toBeVisible();
  expect(again.sent).toHaveLength(1);
});

test("an admin is asked above the admins' pages, too", async () => {
  signIn('admin', { email_verified: false });
  stubCall('/admin/users', { ...ok, data: { users: [] } });
  open('/admin/users');
  expect(await screen.findByText(banner)).toBeVisible();
});

test('nobody is asked who has confirmed, and nobody whose session does not say', async () => {
  for (const email_verified of [true, undefined]) {
    signIn('user', { email_verified } as object);
    stubAccount();
    open('/user/account');
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    expect(screen.queryByText(banner)).toBeNull();
  }
});

test('a change of email is made by its link, and a session that is here hears of it', async () => {
  signIn('user', { email: 'priya.before@hospital.test' });
  const confirm = stubCall('/confirm-email', { ...ok });
  open('/confirm-email?token=a-key');
  const me = stubCall('/user', { ...ok, data: { email: 'priya.after@hospital.test' } });
  await press('Confirm new email');
  const done = await screen.findByText(/Log in with the new one from now on/);
  await waitFor(() => expect(done).toHaveFocus());
  expect(confirm.sent).toEqual([{ method: 'POST', body: { token: 'a-key' } }]);
  expect(me.asked).toHaveLength(1);
});

test('an undone change logs this browser out, and leads on to a new password', async () => {
  signIn();
  const undo = stubCall('/undo-email', { ...ok });
  open('/undo-email?token=a-key');
  await press('Keep my email');
  const done = await screen.findByText(/set a new one now/);
  await waitFor(() => expect(done).toHaveFocus());
  expect(undo.sent).toEqual([{ method: 'POST', body: { token: 'a-key' } }]);
  expect(localStorage.getItem('authToken')).toBeNull();
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});
