import { screen, waitFor, within } from '@testing-library/react';
import { storageKeys } from 'contract/storage';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubAccount } from '../../testing/account.ts';
import { type Stub, stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, rendered, user } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { idOf, ok } from '../../testing/specified-lists.ts';

const words = 'Nothing was done: please confirm first that it is you.';
const app = { id: idOf(1), type: 'totp', created_at: '2026-11-20T09:00:00.000Z' };

let copy: Stub;
beforeEach(() => {
  signIn();
  stubAccount().factors.body = {
    ...{ ...ok, data: [{ ...app, last_used_at: null }], recovery_codes_left: 10 },
  };
  copy = stubCall('/user/export', {
    ...{ success: false, message: words, error: words, error_code: 'proof_needed', data: null },
  });
  copy.status = 403;
  vi.spyOn(console, 'error').mockReturnValue();
  open('/user/account');
});

const dialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }));

test('what needs a proof goes on once the password was given, a wrong one is told', async () => {
  const proof = stubCall('/user/proof', {
    ...{ success: false, error: 'This password is not correct' },
    data: { fields: { password: 'This password is not correct' } },
  });
  proof.status = 422;
  await press('Copy my data');
  const asked = await dialog();
  await user.type(asked.getByLabelText('Your password'), 'Retina-2025{Enter}');
  expect(await asked.findByText('This password is not correct')).toBeVisible();
  expect(copy.sent).toHaveLength(1);

  const renewed = `${localStorage.getItem(storageKeys.token)}x`;
  Object.assign(proof, { status: 200, body: { ...ok, data: { token: renewed } } });
  Object.assign(copy, { status: 202, body: { ...ok, message: 'It is being copied.' } });
  await user.clear(asked.getByLabelText('Your password'));
  await user.type(asked.getByLabelText('Your password'), 'Retina-2026{Enter}');
  expect(await screen.findByText('It is being copied.')).toBeVisible();
  expect(proof.sent.at(-1)?.body).toEqual({ password: 'Retina-2026', renew: true });
  expect(copy.headers.at(-1)?.get('authorization')).toBe(`Bearer ${renewed}`);
  expect(localStorage.getItem(storageKeys.token)).toBe(renewed);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a code of the app proves it, too; whoever turns back is told that nothing was done', async () => {
  const proof = stubCall('/user/proof', ok);
  await press('Copy my data');
  await press('Use a code instead');
  await user.type((await dialog()).getByLabelText(/^Code from/), '123456');
  await press('Cancel');
  expect(await screen.findByText(words)).toBeVisible();
  await rendered();
  expect([proof.sent, copy.sent.length]).toEqual([[], 1]);

  Object.assign(copy, { status: 202, body: { ...ok, message: 'It is being copied.' } });
  copy.status = 403;
  copy.body = { success: false, message: words, error: words, error_code: 'proof_needed' };
  await press('Copy my data');
  await press('Use a code instead');
  await user.type((await dialog()).getByLabelText(/^Code from/), '123456');
  Object.assign(copy, { status: 202, body: { ...ok, message: 'It is being copied.' } });
  await user.keyboard('{Enter}');
  expect(await screen.findByText('It is being copied.')).toBeVisible();
  expect(proof.sent.map(({ body }) => body)).toEqual([{ code: '123456', renew: true }]);
});
