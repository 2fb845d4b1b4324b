import type { Locator, Page } from '@playwright/test';
import { holdCall, stubCall } from '../support/calls.ts';
import { expectMostly } from '../support/checks.ts';
import { sendSignUp, somebody } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { expectToastFor, timeFromAnswerToPage, toasts } from '../support/toasts.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });

interface Form {
  button: string;
  fill: (page: Page) => Promise<void>;
  /** Where it is sent, and what is shown until that answers. */
  call: string;
  overlay: string;
}

const forms: Record<string, Form> = {
  '/login': {
    button: 'Login',
    call: '/login',
    overlay: 'Signing In',
    fill: async (page) => {
      await page.getByLabel('Email').fill('ann@hospital.test');
      await password(page).fill('Retina-2026');
    },
  },
  '/signup': {
    button: 'Create account',
    call: '/register',
    overlay: 'Creating Account',
    fill: async (page) => {
      await page.getByLabel('First name').fill('Ann');
      await page.getByLabel('Last name').fill('Bee');
      await page.getByLabel('Email').fill('ann@hospital.test');
      await password(page).fill('Retina-2026');
      await page.getByLabel('Confirm password').fill('Retina-2026');
      await page.getByRole('checkbox').check();
    },
  },
  '/forgot-password': {
    button: 'Reset Password',
    call: '/reset-password',
    overlay: 'Processing',
    fill: (page) => page.getByLabel('Email').fill('ann@hospital.test'),
  },
  '/reset-password?resetKey=some-key': {
    button: 'Update Password',
    call: '/update-password',
    overlay: 'Updating Password',
    fill: async (page) => {
      await page.getByLabel('New password').fill('Retina-2026!');
      await page.getByLabel('Confirm password').fill('Retina-2026!');
    },
  },
};

/** The control stands right above its error, which begins where the control does or further in. */
async function expectUnder(error: Locator, control: Locator, most = 12): Promise<void> {
  const [below, above] = [await error.boundingBox(), await control.boundingBox()];
  if (!below || !above) throw new Error('not shown');
  const gap = below.y - (above.y + above.height);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(most);
  expect(below.x).toBeGreaterThanOrEqual(above.x - 1);
  expect(below.x).toBeLessThan(above.x + above.width);
}

for (const [path, { button, fill, call, overlay: title }] of Object.entries(forms)) {
  test(`${path}: every error is red, under its field, and gone once that is edited; what is sent covers the page`, async ({
    page,
  }) => {
    await page.goto(path);
    const fields = page.locator('main :is(input:not([type=hidden]))');
    const count = await fields.count();
    await page.getByRole('button', { name: button, exact: true }).click();
    const errors = page.locator('main').getByRole('alert');
    await expect(errors).toHaveCount(count);
    for (let n = 0; n < count; n += 1) {
      const field = fields.nth(n);
      const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
      const error = errors.and(page.locator(ids.map((id) => `[id="${id}"]`).join(',')));
      await expect(error).toHaveCount(1);
      await expectUnder(error, field);
      await expectMostly('red', error, 'color');
    }
    await fill(page);
    await expect(errors).toHaveCount(0);

    const release = await holdCall(page, call);
    await page.getByRole('button', { name: button, exact: true }).click();
    const overlay = page.getByRole('status').filter({ hasText: title });
    await expect(overlay).toBeVisible();
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    release();
    await expect(overlay).toHaveCount(0);
  });
}

test('why a login was refused stands right above the button', async ({ page }) => {
  const stub = await stubCall(page, '/login', { success: false });
  stub.status = 401;
  await page.goto('/login');
  await forms['/login']?.fill(page);
  const button = page.getByRole('button', { name: 'Login', exact: true });
  await button.click();
  const refusal = page.getByRole('main').getByRole('alert');
  await expect(refusal).toHaveText('Invalid credentials or session expired');
  await expectUnder(button, refusal, 24);
  await page.getByLabel('Password', { exact: true }).press('End');
  await expect(refusal).toBeVisible();
  await page.getByLabel('Password', { exact: true }).press('x');
  await expect(refusal).toHaveCount(0);
});

test('a new account is told of for two seconds, and the form is not gone back to', async ({
  page,
}) => {
  const person = somebody();
  await page.goto('/about-us');
  await page.goto('/signup');
  const seconds = await timeFromAnswerToPage(page, '/api/register');
  await expectToastFor(page, 2, async () => {
    await sendSignUp(page, person);
    const told = 'Account created successfully! Please log in to continue.';
    await expect(toasts(page)).toHaveText(told);
    await expect(toasts(page)).toHaveAttribute('data-type', 'success');
  });
  expect(await seconds()).toBeGreaterThanOrEqual(2);
  expect(await seconds()).toBeLessThan(2.8);
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about-us$/);
});
