import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { adaInList, ok } from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';
import { toasts } from '../support/toasts.ts';

const path = `/admin/users/${adaInList.id}`;

interface Sent {
  method: string;
  path: string;
  body: unknown;
  authorization: string | undefined;
}

/** Answers the calls that change users; tells what was sent. `answer` may be set before a call. */
async function stubChanges(page: Page) {
  const stub = { answer: { status: 200, json: {} as object }, sent: [] as Sent[] };
  await stubCall(page, path, { ...ok, data: adaInList });
  await stubCall(page, `${path}/history`, {
    ...ok,
    data: { has_access: false, because: '', subscriptions: [], payments: [], timeline: [] },
  });
  await page.route('**/api/admin/users**', (route) => {
    const request = route.request();
    const method = request.method();
    if (method === 'GET') return route.fallback();
    const body: unknown = request.postDataJSON();
    const { authorization } = request.headers();
    const { pathname } = new URL(request.url());
    stub.sent.push({ method, path: pathname.replace('/api', ''), body, authorization });
    return route.fulfill(stub.answer);
  });
  return stub;
}

async function confirm(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}

const newcomer = {
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@hospital.test',
  role: 'admin',
};

async function create(page: Page) {
  await page.goto('/admin/users/new');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@hospital.test');
  await page.getByLabel('Role').selectOption('Admin');
  await page.getByRole('button', { name: 'Create user' }).click();
}

async function edit(page: Page, role?: string) {
  await page.goto(`${path}/edit`);
  await page.getByLabel('Last name').fill('Lovelace');
  if (role) await page.getByLabel('Role').selectOption(role);
  await page.getByRole('button', { name: 'Save changes' }).click();
}
const edited = { first_name: 'Ada', last_name: 'Lovelace', email: adaInList.email };

async function act(page: Page, name: string) {
  await page.goto(path);
  await confirm(page, name);
}

const calls: [string, (page: Page) => Promise<void>, Omit<Sent, 'authorization'>][] = [
  ['a new user', create, { method: 'POST', path: '/admin/users', body: newcomer }],
  ['a role', (page) => act(page, 'Make admin'), { method: 'PUT', path, body: { role: 'admin' } }],
  // Without the role, which another admin may have changed since it was shown.
  ['details', edit, { method: 'PUT', path, body: edited }],
  [
    'details with a role',
    (page) => edit(page, 'Admin'),
    { method: 'PUT', path, body: { ...edited, role: 'admin' } },
  ],
  ['a deletion', (page) => act(page, 'Delete user'), { method: 'DELETE', path, body: null }],
];

for (const [what, doIt, expected] of calls) {
  test(`${what} is sent as specified: the server's message is a toast, a failure is logged and told`, async ({
    page,
    stack,
  }) => {
    await arriveAsAdmin(page, stack);
    const token = await page.evaluate<string>("localStorage.getItem('authToken')");
    const stub = await stubChanges(page);
    for (const [status, told] of [
      [403, 'Access denied. Insufficient permissions.'],
      [500, 'Server error. Please try again later.'],
    ] as const) {
      stub.answer = { status, json: { success: false, message: 'refused', error: 'refused' } };
      const logged = page.waitForEvent('console', (message) =>
        /^(Changing|Saving) a user failed/.test(message.text()),
      );
      await doIt(page);
      await logged;
      await expect(toasts(page).filter({ hasText: told })).toHaveAttribute('data-type', 'error');
    }
    stub.answer = {
      status: 200,
      json: { ...ok, message: 'The server says it is done', data: adaInList },
    };
    await doIt(page);
    await expect(toasts(page).filter({ hasText: 'The server says it is done' })).toHaveAttribute(
      'data-type',
      'success',
    );
    expect(stub.sent).toEqual(
      [1, 2, 3].map(() => ({ ...expected, authorization: `Bearer ${token}` })),
    );
  });
}
