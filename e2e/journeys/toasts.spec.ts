import type { Page } from '@playwright/test';
import { stubCall } from '../support/calls.ts';
import { expectMostly } from '../support/checks.ts';
import { enter, tabTo } from '../support/keyboard.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { expectToastFor, toasts } from '../support/toasts.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function ask(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ann@hospital.test');
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

test('a refusal is shown in red, top-right, for two seconds', async ({ page }) => {
  const stub = await stubCall(page, '/reset-password', { error: 'The server said this' });
  stub.status = 400;
  await page.goto('/forgot-password');
  await expectToastFor(page, 2, async () => {
    await ask(page);
    await expect(toasts(page)).toHaveText('The server said this');
    const { x = 0, y = 900, width = 0 } = (await toasts(page).boundingBox()) ?? {};
    expect(x).toBeGreaterThan(640);
    expect(x + width).toBeLessThanOrEqual(1280);
    expect(y).toBeLessThan(400);
    await expectMostly('red', toasts(page), 'backgroundColor');
  });
});

test('a toast whose own code cannot be fetched is told all the same, and nothing is lost', async ({
  page,
}) => {
  // As after a release, whose files have other names.
  await page.route('**/assets/toaster*', (route) => route.fulfill({ status: 404 }));
  await page.route('**/api/reset-password', (route) => route.abort());
  await page.goto('/forgot-password');
  await ask(page);
  const told = page.getByRole('alert').getByText('Network error. Please check your connection.');
  await expect(told).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ann@hospital.test');
  await expect(told).toHaveCount(0);
});

test('a sign-out says that it was done, for 2 s', async ({ page, stack }) => {
  await arrive(page, stack);
  await page.goto('/user/profile');
  await expectToastFor(page, 2, async () => {
    await page.getByRole('button', { name: /Priya Nair/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(toasts(page)).toHaveText('Logged out successfully');
  });
});

test('the keyboard goes past a toast, and back to where it was from one that it closes', async ({
  page,
}) => {
  const stub = await stubCall(page, '/reset-password', { error: 'The server said this' });
  stub.status = 400;
  await page.goto('/forgot-password');
  await ask(page);
  // While the pointer is on it, it stays.
  await toasts(page).hover();
  const email = page.getByLabel('Email');
  const close = page.getByRole('button', { name: 'Close toast' });
  await email.focus();
  await tabTo(page, close);
  await tabTo(page, email);

  await tabTo(page, close);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  const last = page.locator(':focus');
  await expect(toasts(page).or(close).and(last)).toHaveCount(0);
  await enter(page, close);
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.locator('main :focus, footer :focus, main:focus')).toHaveCount(1);
});
