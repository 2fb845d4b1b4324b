import type { Page } from '@playwright/test';
import { expectAccessibleHere, violationsOn } from '../support/checks.ts';
import { choose, payWith } from '../support/people.ts';
import { arrive, arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

// The public pages are looked at by journeys of their own.
const widths = [320, 1280];

async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessibleHere(page, widths);
}

const screens = [
  '/user/dashboard',
  '/user/subscriptions',
  '/user/subscriptions/plans',
  '/user/payments',
  '/user/payments/statement',
  '/user/profile',
  '/user/account',
  '/user/account/export',
];

/** What has nothing in it that a purchase would bring; an account's agreements are in `agreements.spec.ts`. */
const sameForAll = ['/user/profile', '/user/account', '/user/account/export'];

test('the empty screens of a user have no accessibility violation', async ({ page, stack }) => {
  await arrive(page, stack);
  for (const path of screens) await expectAccessible(page, path);
});

test('the screens of a user who pays, and the checkout, have no accessibility violation', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await choose(page, 'Cataract Connect', 'Monthly');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
  }
  await payWith(page, '4242 4242 4242 4242');
  await expect(page).toHaveURL(/\/user\/subscriptions$/);
  await stack.advanceDays(8);
  for (const path of screens.filter((path) => !sameForAll.includes(path))) {
    await expectAccessible(page, path);
  }
});

test('the screens of an admin have no accessibility violation', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  for (const path of [
    '/admin/dashboard',
    '/admin/users',
    '/admin/subscriptions',
    '/admin/payments',
    '/admin/users/new',
    '/admin/products',
    '/admin/pricing-plans',
  ]) {
    await expectAccessible(page, path);
  }
});
