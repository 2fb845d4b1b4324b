import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubAccount } from '../../testing/account.ts';
import { type Stub, stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { press, user } from '../../testing/screen.ts';
import { newSession, signIn } from '../../testing/session.ts';
import { idOf, ok } from '../../testing/specified-lists.ts';

const codes = Array.from({ length: 10 }, (_, n) => `k7d${n}-9xqm-4tzp`);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const app = {
  ...{ id: idOf(1), type: 'totp', created_at: '2026-11-20T09:00:00.000Z' },
  last_used_at: null,
};

let factors: Stub;
beforeEach(() => {
  signIn();
  factors = stubAccount().factors;
  stubCall('/user/second-factors/totp', {
    ...ok,
    data: { id: app.id, secret, otpauth_url: `otpauth://totp/x?secret=${secret}` },
  });
});

const section = async () => {
  const heading = await screen.findByRole('heading', { name: 'Two-step login' });
  return within(heading.closest('section') as HTMLElement);
};

test('an app is set up in three steps, and the codes are put away', async () => {
  const confirm = stubCall('/user/second-factors/totp/confirm', {
    ...{ success: false, error: 'This code is not right.' },
    data: { fields: { code: 'This code is not right.' } },
  });
  confirm.status = 422;
  vi.spyOn(console, 'error').mockReturnValue();
  open('/user/account');
  const here = await section();
  expect(await here.findByText('Off')).toBeVisible();
  await press('Set up two-step login');
  const steps = await screen.findByRole('list', { name: 'Set up an authenticator app' });
  await waitFor(() => expect(steps).toHaveFocus());
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await user.type(screen.getByLabelText('Code'), '111111{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');

  Object.assign(confirm, { status: 200, body: { ...ok, data: { recovery_codes: codes } } });
  factors.body = { ...ok, data: [app], recovery_codes_left: 10 };
  await user.type(screen.getByLabelText('Code'), '{Backspace}2{Enter}');
  expect(await screen.findByText(codes[9] ?? '')).toBeVisible();
  expect(confirm.sent.at(-1)?.body).toEqual({ id: app.id, code: '111112' });
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press('Copy');
  expect(written).toHaveBeenCalledWith(codes.join('\n'));
  await screen.findByText('Recovery codes copied');
  await press('I have kept them');
  expect(await here.findByText('On')).toBeVisible();
  expect(here.getByText('10 codes are left')).toBeVisible();
  expect(screen.queryByText(codes[9] ?? '')).toBeNull();
});

test('an app is removed and codes are made anew, each after a question', async () => {
  factors.body = { ...ok, data: [app], recovery_codes_left: 1 };
  const renew = stubCall('/user/second-factors/recovery-codes', {
    ...{ ...ok, data: { recovery_codes: codes } },
  });
  open('/user/account');
  const here = await section();
  expect(await here.findByText('1 code is left')).toBeVisible();
  await press('New codes');
  await press('Make new codes');
  expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
  expect(renew.sent).toHaveLength(1);
  await press('I have kept them');

  const gone = stubCall(`/user/second-factors/${app.id}`, {
    ...{ ...ok, message: 'Authenticator app removed' },
  });
  await press('Remove');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/^Your password alone will log you in then/)).toBeVisible();
  factors.body = { ...ok, data: [], recovery_codes_left: 0 };
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Authenticator app removed');
  expect(gone.sent.map(({ method }) => method)).toEqual(['DELETE']);
  await waitFor(() => expect(here.getByText('Off')).toBeVisible());
});

test.each([
  ['admin', '/admin/users'],
  ['user', '/user/payments'],
] as const)('whoever lacks one that they need is led to it: %s, from %s', async (role, path) => {
  signIn(role, { second_factor_needed: true });
  stubCall('/user/second-factors/totp/confirm', { ...ok, data: { recovery_codes: codes } });
  open(path);
  const words = 'Set up two-step login first';
  expect(await screen.findByText(words)).toBeVisible();
  expect(window.location.pathname).toBe('/user/account');
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual(['Two-step login']);
  await press('Set up two-step login');
  await user.type(await screen.findByLabelText('Code'), '123456');
  factors.body = { ...ok, data: [app], recovery_codes_left: 10 };
  signIn(role);
  await user.keyboard('{Enter}');
  await press('I have kept them');
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeVisible();
});

test('the codes are printed alone, and nothing of it stays in the page', async () => {
  stubCall('/user/second-factors/totp/confirm', { ...ok, data: { recovery_codes: codes } });
  const printed: string[] = [];
  let frame: HTMLIFrameElement | null = null;
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (
    this: HTMLIFrameElement,
  ) {
    frame = this;
    const page = Object.assign(new EventTarget(), {
      document: document.implementation.createHTMLDocument(),
      focus: () => {},
      print: () => {
        printed.push(page.document.title, page.document.body.textContent);
        page.dispatchEvent(new Event('afterprint'));
      },
    });
    return page as unknown as Window;
  });
  open('/user/account');
  await press('Set up two-step login');
  await user.type(await screen.findByLabelText('Code'), '111112{Enter}');
  await press('Print');
  const [title = '', text = ''] = printed;
  expect(title).toBe('Fernlea Health: recovery codes');
  expect(text.split('\n').slice(0, 2)).toEqual([title, newSession('user').user.email]);
  for (const code of codes) expect(text).toContain(code);
  expect(text).not.toContain('Two-step login');
  expect(frame).toHaveProperty('isConnected', false);
});
