import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createCrowd, crowd, family } from '../support/crowd.ts';
import { figure } from '../support/figure.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const firstName = (page: Page) => page.getByRole('rowheader').first();
const search = (page: Page) => page.getByPlaceholder('Search by user...');

test.beforeEach(async ({ page, stack }) => {
  await createCrowd(stack);
  await arriveAsAdmin(page, stack);
});

test('search, order and page are in the address: a reload, a link and Back bring them back', async ({
  page,
  context,
}) => {
  await page.goto('/admin/users');
  await search(page).fill(family);
  await expect(page.getByText('30 users · page 1 of 2')).toBeVisible();
  await expect(figure(page, 'Total Users')).toHaveText('30');

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(firstName(page)).toContainText('Noraaa');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(firstName(page)).toContainText('Noracf');
  await expect(page.getByText('30 users · page 2 of 2')).toBeVisible();

  await page.reload();
  await expect(firstName(page)).toContainText('Noracf');
  await expect(search(page)).toHaveValue(family);
  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(firstName(shared)).toContainText('Noracf');
  await shared.close();

  await firstName(page).getByRole('link').click();
  await expect(page.getByRole('heading', { name: `Noracf ${family}` })).toBeVisible();
  await page.goBack();
  await expect(firstName(page)).toContainText('Noracf');
  await page.goBack();
  await expect(firstName(page)).toContainText('Noraaa');
  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Joined' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  // The step back is not answered by a new search, which would take the steps forward away.
  await page.goForward();
  await expect(search(page)).toHaveValue(family);
  await page.goForward();
  await expect(firstName(page)).toContainText('Noraaa');
  await page.goBack();
  await page.goBack();
  await expect(search(page)).toHaveValue('');

  await page.getByLabel('Role', { exact: true }).selectOption('Admin');
  await expect(page).toHaveURL(/\?role=admin$/);
  await expect(page.getByRole('row', { name: /Amara Osei/ })).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('a page that is not there offers the first one', async ({ page }) => {
  await page.goto(`/admin/users?search=${family}&page=9`);
  await expect(page.getByText('This page is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page.getByText('page 1 of 2')).toBeVisible();

  await page.goto(`/admin/users?search=${family}&page=2&cursor=made-up`);
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page.getByText('page 1 of 2')).toBeVisible();
});

test('the search waits 300 ms, and an older answer never overtakes what was typed', async ({
  page,
}) => {
  await page.goto('/admin/users');
  await expect(firstName(page)).toBeVisible();
  const asked: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/users?*', async (route) => {
    const text = new URL(route.request().url()).searchParams.get('search') ?? '';
    asked.push(text);
    if (text === 'Noraab') await gate;
    await route.continue().catch(() => {});
  });
  const now = new Date();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(new Date(now.getTime() + 1000));
  await search(page).pressSequentially('Noraa');
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await search(page).press('b');
  await page.clock.runFor(300);
  await expect.poll(() => asked).toEqual(['Noraab']);

  await search(page).press('Backspace');
  await search(page).press('c');
  await page.clock.runFor(300);
  await page.clock.resume();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  release();
  await page.waitForLoadState('networkidle');
  await expect(firstName(page)).toContainText('Noraac');
  await expect(search(page)).toHaveValue('Noraac');
  expect(asked).toEqual(['Noraab', 'Noraac']);
});

test('a reset takes back what was typed and has not gone out yet', async ({ page }) => {
  await page.goto('/admin/users?role=user');
  await expect(firstName(page)).toBeVisible();
  await search(page).fill('too late');
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(firstName(page)).toBeVisible();
});

test('Next pressed again before the page is there leads to the one after it', async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/admin/users?*', async (route) => {
    const url = new URL(route.request().url());
    const number = url.searchParams.get('page') ?? '';
    if (number === '2') await gate.promise;
    url.searchParams.delete('cursor');
    const answer = await (await route.fetch({ url: url.href })).json();
    await route.fulfill({
      json: { ...answer, data: { ...answer.data, next: `after-${number}` } },
    });
  });
  await page.goto('/admin/users');
  await expect(firstName(page)).toBeVisible();
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await expect(page).toHaveURL(/page=2&cursor=after-1$/);
  // The browser has the address before the list does, and a press is about the list's.
  await expect(page.getByText(/ page 2 of /)).toBeVisible();
  await next.click();
  gate.resolve();
  await expect(page).toHaveURL(/page=3&cursor=after-2$/);
  await page.unrouteAll({ behavior: 'wait' });
});

test('on a phone the rows are short and can be sorted, and the filters are folded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/admin/users?search=${family}`);
  const rows = page.getByRole('listitem').filter({ hasText: family });
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().height),
  );
  expect(Math.max(...heights)).toBeLessThan(110);
  const role = page.getByLabel('Role', { exact: true });
  await expect(role).toBeHidden();
  const filters = page.getByRole('button', { name: /^Filters/ });
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await filters.click();
  await role.selectOption('User');
  await expect(filters).toHaveText('Filters (1)');
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(filters).toHaveText('Filters');
  await page.goto(`/admin/users?search=${family}`);
  await page.getByLabel('Sort by').selectOption('Name, A to Z');
  await expect(page.getByRole('listitem').filter({ hasText: family }).first()).toContainText(
    'Noraaa',
  );
});

test('an export holds every row that matches, in the order that is shown, and no other', async ({
  page,
}) => {
  await page.goto(`/admin/users?search=${family}&sortBy=name&sortOrder=desc`);
  await expect(firstName(page)).toContainText('Noracj');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('users.csv');
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[1])).toEqual(
    crowd.map(({ first_name }) => first_name).toReversed(),
  );
});
