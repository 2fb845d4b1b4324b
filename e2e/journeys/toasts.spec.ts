import type { Page } from '@playwright/test';
import { expectMostly } from '../support/checks.ts';
import { signUp, somebody } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { expectToastFor, toasts } from '../support/toasts.ts';

async function ask(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ann@hospital.test');
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** Keeps toasts that would go after two seconds: what is looked at must not go meanwhile. */
async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const slow = (run: () => void, ms = 0) => setTimeout(run, ms > 1_000 && ms <= 2_000 ? 6e5 : ms);
    Object.assign(globalThis, { setTimeout: slow });
  });
}

test('every refusal shows what the catalogue says, in red, top-right', async ({ page }) => {
  let answer = {};
  await keepToasts(page);
  await page.route('**/api/reset-password', (route) => route.fulfill(answer));
  await page.goto('/forgot-password');
  for (const [status, json, text] of [
    [400, { error: 'The server said this' }, 'The server said this'],
    [400, {}, 'Bad request'],
    [403, { error: 'x' }, 'Access denied. Insufficient permissions.'],
    [404, {}, 'Resource not found'],
    [422, {}, 'Validation failed'],
    [500, { error: 'select * from users' }, 'Server error. Please try again later.'],
    [418, {}, 'Error 418'],
    [0, {}, 'Network error. Please check your connection.'],
  ] as const) {
    answer = { status, json };
    if (status === 0) {
      await page.unroute('**/api/reset-password');
      await page.context().setOffline(true);
    }
    // The toasts that are kept may lie over the button.
    await page.getByLabel('Email').fill('ann@hospital.test');
    await page.getByLabel('Email').press('Enter');
    const toast = toasts(page).filter({ hasText: text });
    await expect(toast).toBeVisible();
    await expect(toast).toHaveAttribute('data-type', 'error');
    await expect(toast).toHaveAttribute('data-x-position', 'right');
    await expect(toast).toHaveAttribute('data-y-position', 'top');
    const { x = 0, y = 900, width = 0 } = (await toast.boundingBox()) ?? {};
    expect(x).toBeGreaterThan(640);
    expect(x + width).toBeLessThanOrEqual(1280);
    expect(y).toBeLessThan(400);
    await expect(page).toHaveURL(/\/forgot-password$/);
  }
  await expectMostly('red', toasts(page).first(), 'backgroundColor');
});

test('an error stays for two seconds, the word of a reset mail for three', async ({ page }) => {
  let status = 500;
  await page.route('**/api/reset-password', (route) => route.fulfill({ status, json: {} }));
  await page.goto('/forgot-password');
  await expectToastFor(page, 2, () => ask(page));
  status = 200;
  await expectToastFor(page, 3, async () => {
    await ask(page);
    await expect(toasts(page)).toHaveText('Password reset instructions sent to your email');
    await expect(toasts(page)).toHaveAttribute('data-type', 'success');
  });
});

test('a sign-in is told for two seconds', async ({ page }) => {
  const person = somebody();
  await signUp(page, person);
  await expectToastFor(page, 2, async () => {
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toHaveText('Logged in successfully');
    await expect(toasts(page)).toHaveAttribute('data-type', 'success');
  });
  await expect(page).toHaveURL(/\/user\/subscriptions\/plans$/);
});

test('a call that is not answered within 30 s is given up as a network error', async ({ page }) => {
  // The browser's own clock cannot be moved, so half a minute, and no other time, is cut short.
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) =>
      timeout.call(AbortSignal, milliseconds === 30_000 ? 300 : milliseconds);
  });
  await page.route('**/api/reset-password', () => {});
  await page.goto('/forgot-password');
  await ask(page);
  await expect(page.getByRole('status').getByText('Processing')).toBeVisible();
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  await expect(page.getByText('Processing')).toHaveCount(0);
});

test('a toast whose own code cannot be fetched is told all the same, and nothing is lost', async ({
  page,
}) => {
  await page.route('**/assets/toaster*', (route) => route.abort());
  await page.route('**/api/reset-password', (route) => route.abort());
  await page.goto('/forgot-password');
  await ask(page);
  const told = page.getByRole('alert').getByText('Network error. Please check your connection.');
  await expect(told).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ann@hospital.test');
  await expect(told).toHaveCount(0);
});

test('of many toasts twenty are shown, and one text only once', async ({ page }) => {
  let count = 0;
  await page.route('**/api/reset-password', (route) => {
    count += 1;
    return route.fulfill({ status: 400, json: { error: `Refusal ${Math.min(count, 23)}.` } });
  });
  await keepToasts(page);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('ann@hospital.test');
  const submit = page.getByRole('button', { name: 'Reset Password' });
  await submit.click();
  await expect(toasts(page)).toHaveCount(1);
  for (let n = 2; n <= 25; n += 1) {
    const answered = page.waitForResponse('**/api/reset-password');
    await submit.dispatchEvent('click');
    await answered;
    await expect(toasts(page).filter({ hasText: `Refusal ${Math.min(n, 23)}.` })).toHaveCount(1);
    await expect(submit).toBeEnabled();
  }
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(20);
});
