import { screen, waitFor } from '@testing-library/react';
import { storageKeys } from 'contract/storage';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { offers } from '../../testing/offers.ts';
import { open } from '../../testing/open.tsx';
import { press } from '../../testing/screen.ts';
import { newSession, signIn } from '../../testing/session.ts';
import { ok } from '../../testing/specified-lists.ts';
import { dashboardAnswer, noCancellations } from '../../testing/twelve-months.ts';

const noUserFigures = {
  active_plans: { count: 0, subscriptions: [] },
  total_spent: { amount: 0, currency: 'GBP' },
  next_billing: { date: null, amount: null },
  recent_payments: [],
};

/** What the pages ask for that somebody is led to. */
const answers: Record<string, unknown> = {
  '/plans': { ...ok, plans: offers },
  '/users/dashboard-stats': { ...ok, data: noUserFigures },
  '/user/payments': { ...ok, payments: [] },
  '/admin/dashboard-stats': dashboardAnswer,
  '/admin/cancellations': noCancellations,
};

beforeEach(() => {
  for (const [path, body] of Object.entries(answers)) stubCall(path, body);
});

const at = () => window.location.pathname;

/** Opens an address, and waits until the browser stands at another. */
async function expectLed(from: string, to: string): Promise<void> {
  open(from);
  await waitFor(() => expect(at(), from).toBe(to));
}

const kept = () => [storageKeys.token, storageKeys.user].map((key) => localStorage.getItem(key));

const adminScreens = [
  ...['/admin', '/admin/dashboard', '/admin/users', '/admin/users/new', '/admin/subscriptions'],
  ...['/admin/payments', '/admin/products', '/admin/pricing-plans', '/admin/audit'],
  ...[
    '/admin/operations',
    '/admin/connections',
    '/admin/users/019fa1c2-0000-7000-8000-000000000001',
  ],
  '/admin/users/019fa1c2-0000-7000-8000-000000000001/edit',
];

test('no screen of the admin area opens, or asks for anything, without the role', async () => {
  const asked = stubCall('/admin/dashboard-stats', dashboardAnswer).sent;
  for (const path of adminScreens) await expectLed(path, '/login');
  signIn('user');
  for (const path of adminScreens) await expectLed(path, '/user/dashboard');
  // What else they might ask for is not stubbed, and would be told of.
  expect(asked).toEqual([]);
});

test('each goes where the role belongs', async () => {
  for (const path of ['/user/nothing-here', '/admin/nothing/deeper', '/user/payments/1/2']) {
    await expectLed(path, '/');
  }
  signIn('user');
  for (const [path, target] of [
    ['/admin/users', '/user/dashboard'],
    ['/admin', '/user/dashboard'],
    ['/user', '/user/dashboard'],
    ['/user/nothing-here', '/'],
    ['/admin/nothing-here', '/'],
    ['/login', '/user/subscriptions/plans'],
    ['/signup', '/user/subscriptions/plans'],
  ] as const) {
    await expectLed(path, target);
  }
  for (const path of ['/login', '/signup']) {
    signIn('user', { hasActiveSubscription: true });
    await expectLed(path, '/user/dashboard');
  }
  signIn('admin');
  for (const [path, target] of [
    ['/admin', '/admin/dashboard'],
    ['/login', '/admin/dashboard'],
    ['/signup', '/admin/dashboard'],
    ['/admin/nothing-here', '/'],
  ] as const) {
    await expectLed(path, target);
  }
});

test.each([
  ['/user/payments', '/user/payments'],
  ['https://evil.example/', '/user/subscriptions/plans'],
  ['//evil.example', '/user/subscriptions/plans'],
  ['/\\evil.example', '/user/subscriptions/plans'],
  ['\\\\evil.example', '/user/subscriptions/plans'],
  ['/\t/evil.example', '/user/subscriptions/plans'],
  ['https:evil.example', '/user/subscriptions/plans'],
  ['javascript:alert(1)', '/user/subscriptions/plans'],
])(
  'the return address %j leads on within the site and never out of it',
  async (returnUrl, path) => {
    signIn();
    const leave = [
      vi.spyOn(window.location, 'assign').mockReturnValue(),
      vi.spyOn(window.location, 'replace').mockReturnValue(),
    ];
    await expectLed(`/login?returnUrl=${encodeURIComponent(returnUrl)}`, path);
    for (const way of leave) expect(way).not.toHaveBeenCalled();
  },
);

const adminsClaims = { userId: 'x', email: 'x', firstName: 'A', lastName: 'B', role: 'admin' };
const claimsUntil = (exp: number) =>
  `a.${Buffer.from(JSON.stringify({ ...adminsClaims, exp })).toString('base64url')}.c`;
const expired = claimsUntil(Math.floor(Date.now() / 1000) - 1);

test.each(['nonsense', 'a.b.c', '', '"quoted"', claimsUntil(0), expired])(
  'the malformed or expired token %j is no session, and is cleared',
  async (token) => {
    localStorage.setItem(storageKeys.token, token);
    localStorage.setItem(storageKeys.user, '{"role":"admin"}');
    await expectLed('/admin/dashboard', '/login');
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(kept()).toEqual([null, null]);
  },
);

const { user } = newSession('user');
const parts = [{ id: 1 }, { role: 'boss' }, { first_name: {} }, { last_name: 2 }, { email: [] }];
const malformed = parts.map((part) => JSON.stringify({ ...user, ...part }));

test.each(['{"id":', 'null', '[]', ...malformed])(
  'the malformed user %s in storage is replaced by what the token says',
  async (stored) => {
    signIn();
    localStorage.setItem(storageKeys.user, stored);
    open('/user/profile');
    await screen.findByRole('button', { name: /Priya Nair/ });
    expect(screen.getByRole('complementary', { name: 'User Panel' })).toBeVisible();
  },
);

test('a role that was changed in storage opens nothing', async () => {
  signIn();
  localStorage.setItem(storageKeys.user, JSON.stringify({ ...user, role: 'admin' }));
  vi.spyOn(console, 'error').mockReturnValue();
  stubCall('/admin/users', { success: false }).status = 403;
  await expectLed('/admin/users', '/user/dashboard');
});

test('names of any kind are shown as they are, and run nothing', async () => {
  const first_name = '<img src=x onerror="document.title=1">';
  const last_name = "نور'); drop table users; --";
  signIn('user', { first_name, last_name });
  open('/user/dashboard');
  await screen.findByText('No payment history');
  await press(/onerror/);
  expect(screen.getAllByText(`${first_name} ${last_name}`)[0]).toBeVisible();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(document.title).not.toBe('1');
});

const hour = 3_600_000;

test('a token that expires while a page is open ends the session there and then', async () => {
  vi.useFakeTimers();
  signIn();
  open('/user/payments');
  await screen.findByRole('heading', { name: 'Payment History', level: 1 });
  await vi.advanceTimersByTimeAsync(hour - 300_000);
  expect(at()).toBe('/user/payments');
  await vi.advanceTimersByTimeAsync(305_000);
  await waitFor(() => expect(at()).toBe('/login'));
  expect(kept()).toEqual([null, null]);
});

test('a token that expired while the laptop slept ends the session on waking', async () => {
  vi.useFakeTimers();
  signIn();
  open('/user/payments');
  await screen.findByRole('heading', { name: 'Payment History', level: 1 });
  // The time has moved on, and no timer has run.
  vi.setSystemTime(Date.now() + 2 * hour);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(at()).toBe('/login'));
  expect(kept()).toEqual([null, null]);
});

test('pages whose content comes later say so', async () => {
  signIn('admin');
  for (const [path, text] of [
    ['/admin/products', 'Product management features are coming soon.'],
    ['/admin/pricing-plans', 'Pricing plan management features are coming soon.'],
    ['/user/profile', 'Profile management features are coming soon.'],
  ] as const) {
    open(path);
    await screen.findByText(text);
    expect(screen.getByRole('complementary')).toBeVisible();
  }
});
