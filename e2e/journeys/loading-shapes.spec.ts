import type { Locator, Page } from '@playwright/test';
import { holdCall, stubCall } from '../support/calls.ts';
import { arrive, arriveAsAdmin, subscribe } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { atEach } from '../support/widths.ts';

const all = 'main > div';
const section = (title: string) => `section:has(h2:text-is("${title}"))`;

/** What is held back of each page, and what has the height of what comes. */
const pages = [
  ['/user/subscriptions', '/user/subscriptions', all],
  ['/user/subscriptions/plans', '/plans', all],
  ['/user/account', '/user/invoice-details', section('Invoice details')],
  ['/user/payments/statement', '/user/statement?*', all],
  ['/admin/dashboard', '/admin/dashboard-stats', '[aria-labelledby=twelve-months]'],
  ['/admin/operations', '/admin/*', all],
  ['/admin/users/:id', '/admin/users/*', section('Details')],
] as const;

const widths = [390, 1024, 1440];

/** A line or two of text, in pixels. */
const most = 50;
/** Rows of a list are as high as those that stand in for them. */
const mostOfRow = 3;

/** What a job that reports has told before its first run. */
const noReport = { success: true, message: '', run: null, unfinished: null };

interface List {
  path: string;
  /** What is held back. */
  call: string;
  card: Locator;
  row: Locator;
}

/** Where what stands in for a list's first row is at each width, and where that row is then. */
async function firstRow(page: Page, { path, call, card, row }: List, widths: number[]) {
  const boxOf = async (one: Locator) => {
    await expect(one).toBeVisible();
    return (await one.boundingBox()) ?? { y: 0, height: 0 };
  };
  const release = await holdCall(page, call);
  await page.goto(path);
  const standIn = card.locator('[role=status] > div').first();
  await expect(standIn).toBeVisible();
  const before = await atEach(page, widths, () => boxOf(standIn));
  release();
  await expect(row.first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const after = await atEach(page, widths, () => boxOf(row.first()));
  return widths.map((width, n) => ({ width, before: before[n], after: after[n] }));
}

test('what stands in while a page loads has the shape of what comes', async ({ page, stack }) => {
  const { id, token } = await arrive(page, stack);
  for (const product of ['portfolio', 'cataract'] as const) {
    await subscribe(stack, token, product, 'monthly');
  }
  // Past the days in which one may withdraw from either, as the cards are most of the time.
  await stack.advanceDays(23);
  await page.goto('/user/subscriptions');
  await expect(page.getByText('Next charge')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  for (const [pattern, call, selector] of pages) {
    const path = pattern.replace(':id', id);
    if (path.startsWith('/admin')) await arriveAsAdmin(page, stack);
    // At some hours a job of the night or the hour has just left its report, which is longer.
    for (const report of ['retention', 'reconciliation']) {
      await stubCall(page, `/admin/${report}`, noReport);
    }
    const release = await holdCall(page, call);
    await page.goto(path);
    const loading = page.getByRole('main').getByRole('status').first();
    await expect(loading).toBeAttached();
    const box = page.locator(selector);
    const height = async () => Math.round((await box.boundingBox())?.height ?? 0);
    const before = await atEach(page, widths, height);
    release();
    await expect(loading).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
    const after = await atEach(page, widths, height);
    for (const [n, width] of widths.entries()) {
      const change = Math.abs((after[n] ?? 0) - (before[n] ?? 0));
      expect(change, `${path} at ${width} px`).toBeLessThan(most);
    }
  }
});

test('the rows of a dashboard are as high as those that were waited for', async ({
  page,
  stack,
}) => {
  const { token } = await arrive(page, stack);
  await subscribe(stack, token, 'cataract', 'monthly');
  const card = page.locator(section('My Active Subscriptions'));
  const row = card.getByRole('listitem');
  const list = { path: '/user/dashboard', call: '/users/dashboard-stats', card, row };
  for (const { width, before, after } of await firstRow(page, list, [390, 1440])) {
    const change = Math.abs((after?.height ?? 0) - (before?.height ?? 0));
    expect(change, `${width} px`).toBeLessThan(mostOfRow);
  }
});

test('the first row of a list comes where it was waited for', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  const card = page.getByRole('main');
  const row = card.locator('ul[data-compact] > li, tbody > tr');
  for (const path of ['/admin/users', '/admin/audit']) {
    const list = { path, call: `${path}?*`, card, row };
    for (const { width, before, after } of await firstRow(page, list, widths)) {
      const change = Math.abs((after?.y ?? 0) - (before?.y ?? 0));
      expect(change, `${path} at ${width} px`).toBeLessThan(most / 5);
    }
  }
});
