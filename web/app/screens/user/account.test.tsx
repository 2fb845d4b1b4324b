import { screen, waitFor, within } from '@testing-library/react';
import { storageKeys } from 'contract/storage';
import { expect, test, vi } from 'vitest';
import { emptyDetails, stubAccount } from '../../testing/account.ts';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, texts, user } from '../../testing/screen.ts';
import { newSession, signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';
import { toasts } from '../../testing/toasts.ts';

const here = {
  ...{ id: '019fa1c2-0000-7000-8000-000000000001', device: 'Firefox on Windows', current: true },
  ...{ created_at: '2026-11-21T09:00:00.000Z', last_used_at: '2026-11-22T10:05:00.000Z' },
};
const there = { ...here, id: '019fa1c2-0000-7000-8000-000000000002', current: false };
const rows = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
    .filter((row) => row.includes('Last used'));

test('sessions are seen, and ended one by one or all but this one', async () => {
  signIn();
  const { sessions: list } = stubAccount();
  list.body = { ...ok, data: [{ ...here, place: 'London, United Kingdom' }, there] };
  const one = stubCall(`/user/sessions/${there.id}`, {
    ...ok,
    message: 'That device was logged out',
  });
  const all = stubCall('DELETE /user/sessions', { ...ok, message: 'All others' });
  open('/user/account');
  await screen.findByText('This device');
  const used = 'Last used 22/11/2026, 10:05·logged in 21/11/2026, 09:00';
  expect(rows()).toEqual([
    `Firefox on WindowsLondon, United KingdomThis device${used}`,
    `Firefox on Windows${used}Log out`,
  ]);

  await press('Log out all other devices');
  await press('Keep as it is');
  expect(all.sent).toEqual([]);
  await press('Log out all other devices');
  await press('Log out all other devices');
  await waitFor(() => expect(all.sent).toEqual([{ method: 'DELETE', body: null }]));

  list.body = { ...ok, data: [here] };
  await press('Log out Firefox on Windows');
  await waitFor(() => expect(one.sent).toEqual([{ method: 'DELETE', body: null }]));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
  expect(texts(toasts())).toContainEqual(expect.stringContaining('That device was logged out'));
});

test('the name is changed, and the header calls by it', async () => {
  signIn();
  stubAccount();
  vi.spyOn(console, 'error').mockReturnValue();
  const change = stubCall('PUT /user/name', { ...ok, message: 'Changed' });
  open('/user/account');
  const first = await screen.findByLabelText('First name');
  await user.clear(first);
  await press('Save name');
  expect(await screen.findByText('First name is required')).toBeVisible();
  await waitFor(() => expect(first).toHaveFocus());
  await user.type(first, 'Zoë');
  const named = { ...newSession('user').user, first_name: 'Zoë' };
  stubCall('GET /user', { ...ok, data: named, notices: [] });
  await press('Save name');
  const body = { first_name: 'Zoë', last_name: named.last_name };
  await waitFor(() => expect(change.sent).toEqual([{ method: 'PUT', body }]));
  await screen.findAllByText(`Zoë ${named.last_name}`);
  const told = expect.stringContaining('Your name was changed');
  await waitFor(() => expect(texts(toasts())).toContainEqual(told));
});

test('the password is changed, and what was typed is gone', async () => {
  signIn();
  stubAccount();
  const wrong = 'This password is not correct';
  const change = stubCall('/user/password', {
    ...{ success: false, message: wrong, error: wrong },
    data: { fields: { currentPassword: wrong } },
  });
  change.status = 422;
  vi.spyOn(console, 'error').mockReturnValue();
  open('/user/account');
  await press('Change password');
  expect(await screen.findAllByText('Password is required')).toHaveLength(2);
  const current = screen.getByLabelText('Current password');
  await user.type(current, 'Not-the-1st');
  await user.type(screen.getByLabelText('New password'), 'Cornea-2026');
  await press('Change password');
  expect(await screen.findByText(wrong)).toBeVisible();
  const body = { currentPassword: 'Not-the-1st', newPassword: 'Cornea-2026' };
  expect(change.sent).toEqual([{ method: 'POST', body }]);
  localStorage.setItem(storageKeys.device, 'a mark from before');
  Object.assign(change, { status: 200, body: { ...ok, data: { device: 'the mark of now' } } });
  await press('Change password');
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveValue(''));
  expect(change.sent[1]?.body).toEqual({ ...body, device: 'a mark from before' });
  expect(localStorage.getItem(storageKeys.device)).toBe('the mark of now');
  expect(screen.getByLabelText('New password')).toHaveValue('');
  expect(texts(toasts())).toContainEqual(expect.stringContaining('Password changed.'));
});

test('sessions that cannot be loaded say why, and load on another try', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  signIn();
  const { sessions: list } = stubAccount();
  list.body = { ...ok, data: [here] };
  list.status = 500;
  open('/user/account');
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error.');
  list.status = 200;
  await press('Try again');
  await screen.findByText('This device');
});

test('invoice details are shown as Stripe has them, checked at their fields, and saved', async () => {
  signIn();
  const { details: stub } = stubAccount();
  open('/user/account');
  const form = within(await screen.findByRole('form', { name: 'Invoice details' }));
  expect(form.getByLabelText('Name')).toHaveValue('Priya Nair');
  expect(form.getByLabelText('Country')).toHaveDisplayValue('United Kingdom');
  // The company of these tests charges no VAT.
  expect(form.queryByLabelText(/VAT/)).toBeNull();
  await press('Save invoice details');
  await form.findByText('Town or city is required');
  await waitFor(() => expect(form.getByLabelText('Address')).toHaveFocus());
  await user.type(form.getByLabelText('Address'), '2 Guy Street');
  await user.type(form.getByLabelText('Town or city'), 'London');
  await user.type(form.getByLabelText('Postcode'), 'SE1 9RT');
  const organisation = 'St Elsewhere NHS Foundation Trust';
  await user.type(form.getByLabelText('Organisation (optional)'), organisation);
  stub.body = { ...ok, details: { ...emptyDetails, line1: '2 Guy Street', organisation } };
  await press('Save invoice details');
  await screen.findByText('Your invoice details were saved');
  expect(stub.sent.at(-1)?.body).toMatchObject({ name: 'Priya Nair', organisation });
  expect(form.queryByText(/is required/)).toBeNull();
});

test('another email is asked for with the password, waits for its link, and is taken back', async () => {
  signIn();
  stubAccount();
  const expires_at = '2036-03-09T12:00:00.000Z';
  const change = stubCall('POST /user/email', {
    ...{ success: false, message: 'Taken', error: 'Taken', data: { fields: { email: 'Taken' } } },
  });
  change.status = 409;
  open('/user/account');
  const form = within(await screen.findByRole('form', { name: 'Change your email' }));
  await press('Change email');
  expect(await form.findByText('Email is required')).toBeVisible();
  await user.type(form.getByLabelText('New email'), 'priya.home@hospital.test');
  await user.type(form.getByLabelText('Your password'), 'Retina-2026');
  await press('Change email');
  expect(await form.findByText('Taken')).toBeVisible();
  await waitFor(() => expect(form.getByLabelText('New email')).toHaveFocus());
  change.status = 200;
  change.body = { ...ok, message: 'Sent' };
  const email = 'priya.home@hospital.test';
  const data = { email: 'priya.nair@hospital.test', email_verified: true };
  stubCall('GET /user/email', { ...ok, data: { ...data, pending: { email, expires_at } } });
  await press('Change email');
  expect(await screen.findByText(/We sent a link to priya.home@hospital.test/)).toBeVisible();
  expect(change.sent.at(-1)?.body).toEqual({ email, password: 'Retina-2026' });
  expect(screen.getByLabelText('New email')).toHaveValue('');
  expect(screen.getByLabelText('Your password')).toHaveValue('');

  const back = stubCall('DELETE /user/email', { ...ok, message: 'Taken back' });
  stubCall('GET /user/email', { ...ok, data: { ...data, pending: null } });
  await press('Take it back');
  await waitFor(() => expect(screen.queryByText('Waiting to be confirmed')).toBeNull());
  expect(back.sent).toEqual([{ method: 'DELETE', body: null }]);
});
