import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { figure } from '../support/figure.ts';
import { arriveAsAdmin } from '../support/session.ts';
import {
  ada,
  adaInList,
  idOf,
  ok,
  specifiedLists,
  usersAnswer,
} from '../../web/app/testing/specified-lists.ts';
import { expect, test } from '../support/test.ts';

const cardNames = (page: Page) => page.locator('main section dl > div > dt');

for (const { path, title, badge, cards, choices, columns, sorts, row, body } of specifiedLists) {
  test(`${path} says what is specified, and asks for what is chosen`, async ({ page, stack }) => {
    await arriveAsAdmin(page, stack);
    const stub = await stubCall(page, path, body);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    if (badge) await expect(page.getByText(badge, { exact: true })).toBeVisible();
    await expect(cardNames(page)).toHaveText(Object.keys(cards));
    for (const [name, value] of Object.entries(cards)) {
      await expect(figure(page, name)).toHaveText(value);
    }
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    await expect(page.locator('tbody tr > *')).toHaveText(row);
    await expect(page.getByPlaceholder('Search by user...')).toBeVisible();

    for (const [name, [key, ...options]] of Object.entries(choices)) {
      const select = page.getByLabel(name, { exact: true });
      await expect(select.locator('option')).toHaveText(options.map(([label]) => label));
      for (const [label, value] of options.toReversed()) {
        const before = stub.asked.length;
        await select.selectOption(label);
        await expect.poll(() => new URL(page.url()).searchParams.get(key)).toBe(value);
        // What was asked for a moment ago is at hand, and need not be asked for again.
        if (value === null) continue;
        await expect.poll(() => stub.asked.length).toBeGreaterThan(before);
        expect(stub.asked.at(-1)?.get(key)).toBe(value);
      }
    }
    expect(stub.asked[0]?.toString()).not.toMatch(/all|search|status|isActive|role|product|plan/);

    const [[, byDefault] = []] = sorts;
    expect(stub.asked[0]?.get('sortBy')).toBe(byDefault);
    expect(stub.asked[0]?.get('sortOrder')).toBe('desc');
    await expect(page.locator('th[aria-sort]')).toHaveCount(sorts.length);
    for (const [name, sortBy] of sorts) {
      const header = page.getByRole('columnheader', { name });
      for (const [sortOrder, direction] of [
        ['asc', 'ascending'],
        ['desc', 'descending'],
      ] as const) {
        await header.getByRole('button').click();
        await expect(header).toHaveAttribute('aria-sort', direction);
        // The order that the page began with is at hand.
        if (sortBy === byDefault && sortOrder === 'desc') continue;
        await expect.poll(() => stub.asked.at(-1)?.get('sortBy')).toBe(sortBy);
        await expect.poll(() => stub.asked.at(-1)?.get('sortOrder')).toBe(sortOrder);
      }
    }
  });
}

test('the cards of payments count what they add up', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  await stubCall(page, '/admin/payments', specifiedLists[2]?.body);
  await page.goto('/admin/payments');
  const cards = page.locator('main section dl > div');
  await expect(cards.nth(0).getByText('3 transactions', { exact: true })).toBeVisible();
  await expect(cards.nth(1).getByText('1 transaction', { exact: true })).toBeVisible();
});

test('the status toggle sends the opposite, and the list is loaded again', async ({
  page,
  stack,
}) => {
  const changed: unknown[] = [];
  let status = 200;
  let json: object = { ...ok, message: 'User deactivated' };
  await arriveAsAdmin(page, stack);
  const stub = await stubCall(page, '/admin/users', usersAnswer(adaInList));
  await page.route(`**/api/admin/users/${ada.id}/status`, (route) => {
    changed.push([route.request().method(), route.request().postDataJSON()]);
    return route.fulfill({ status, json });
  });
  await page.goto('/admin/users');
  const toggle = page.getByRole('switch', { name: 'Ada Byron is active' });
  await expect(toggle).toBeChecked();
  stub.body = usersAnswer({ ...adaInList, isActive: false });
  const question = page.getByRole('alertdialog', { name: 'Deactivate Ada Byron?' });
  await toggle.click();
  await question.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(question).toHaveCount(0);
  await expect(toggle).toBeChecked();
  expect(changed).toEqual([]);
  await toggle.click();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText('User deactivated')).toBeVisible();
  expect(changed).toEqual([['PUT', { isActive: false }]]);

  await test.step('a failure is logged, and nothing else', async () => {
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    status = 500;
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('Changing a user failed'),
    );
    const before = stub.asked.length;
    await toggle.click();
    await logged;
    await expect.poll(() => stub.asked.length).toBeGreaterThan(before);
    expect(changed[1]).toEqual(['PUT', { isActive: true }]);
    await expect(toggle).not.toBeChecked();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });

  await test.step('a rule that refuses says why', async () => {
    status = 409;
    json = { success: false, error: 'The last admin cannot be deactivated.' };
    await toggle.click();
    await expect(page.getByText('The last admin cannot be deactivated.')).toBeVisible();
    await expect(toggle).not.toBeChecked();
  });
});

test('the dashboard lists the latest payments, and leads on', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const metric = { count: 0, growth: 0, rows: '/admin/users' };
  const revenue = { amount: 0, growth: 0, rows: '/admin/payments' };
  const states = ['completed', 'pending', 'failed', 'refunded'];
  await stubCall(page, '/admin/dashboard-stats', {
    ...ok,
    data: {
      active_users: metric,
      trial_users: metric,
      active_subscriptions: metric,
      total_revenue: revenue,
      recurring_revenue: revenue,
      months: [],
      recent_payments: states.map((status, index) => ({
        ...{ id: idOf(index), user_name: 'Ada Byron', product_name: 'Complete Bundle' },
        ...{ plan_type: 'Yearly', amount: 350, status, payment_date: 'not a date' },
      })),
    },
  });
  await page.goto('/admin/dashboard');
  await expect(cardNames(page)).toHaveText([
    /^Active Users/,
    /^Trial Users/,
    /^Active Subscriptions/,
    /^Total Revenue/,
  ]);
  const main = page.getByRole('main');
  for (const name of ['Recent Payments', 'Quick Actions']) {
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(main.getByRole('listitem').filter({ hasText: 'Ada Byron' })).toHaveText(
    ['Completed', 'Pending', 'Failed', 'Refunded'].map(
      (look) => `Ada ByronComplete Bundle, Yearly · Invalid Date£350.00${look}`,
    ),
  );
  for (const [name, path] of [
    ['View all payments', '/admin/payments'],
    [/^Manage users/, '/admin/users'],
    [/^View subscriptions/, '/admin/subscriptions'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});
