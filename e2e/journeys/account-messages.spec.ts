import type { Locator, Page } from '@playwright/test';
import { holdCall, stubCall } from '../support/calls.ts';
import { expectMostly } from '../support/checks.ts';
import { sendSignUp, signUp, somebody } from '../support/people.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { expectToastFor, timeFromAnswerToPage, toasts } from '../support/toasts.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function logInAs(page: Page, email: string, typed: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await password(page).fill(typed);
  await password(page).press('Enter');
}

const forms: Record<string, { button: string; fill: (page: Page) => Promise<void> }> = {
  '/login': {
    button: 'Login',
    fill: async (page) => {
      await page.getByLabel('Email').fill('ann@hospital.test');
      await password(page).fill('Retina-2026');
    },
  },
  '/signup': {
    button: 'Create account',
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
    fill: (page) => page.getByLabel('Email').fill('ann@hospital.test'),
  },
  '/reset-password?resetKey=some-key': {
    button: 'Update Password',
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

for (const [path, { button, fill }] of Object.entries(forms)) {
  test(`${path}: every error is red, under its field, and gone once that is edited`, async ({
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
  });
}

const failures = [
  ['/login', '/login', 'Login failed'],
  ['/signup', '/register', 'Sign-up failed'],
  ['/forgot-password', '/reset-password', 'Asking for a reset link failed'],
] as const;

for (const [path, call, said] of failures) {
  test(`a failure on ${path} is logged, and told by the toast of every failure`, async ({
    page,
  }) => {
    await stubCall(page, call, { success: false, error: 'Not now' }).then((stub) => {
      stub.status = 400;
    });
    await page.goto(path);
    await forms[path]?.fill(page);
    const logged = page.waitForEvent('console', (message) => message.text().startsWith(said));
    await expectToastFor(page, 2, async () => {
      await page.getByRole('button', { name: forms[path]?.button, exact: true }).click();
      await expect(toasts(page)).toHaveText('Not now');
      await expect(toasts(page)).toHaveAttribute('data-type', 'error');
    });
    expect((await logged).type()).toBe('error');
    await expect(page).toHaveURL((url) => url.pathname === path);
  });
}

test('a sign-in keeps the token and the user that were answered', async ({ page }) => {
  const person = somebody();
  await signUp(page, person);
  const answered = page.waitForResponse('**/api/login');
  await logInAs(page, person.email, person.password);
  const { data } = await (await answered).json();
  await expect(page).toHaveURL(/\/user\/subscriptions\/plans$/);
  expect(await page.evaluate("localStorage.getItem('authToken')")).toBe(data.token);
  expect(await page.evaluate("JSON.parse(localStorage.getItem('userData'))")).toEqual(data.user);
});

for (const wanted of ['/user/payments?search=cat', '/login?returnUrl=%2Fuser%2Fprofile']) {
  test(`a wrong password leaves one at the login, on the way to ${wanted}`, async ({ page }) => {
    const person = somebody();
    await signUp(page, person);
    await page.goto(wanted);
    await expect(page).toHaveURL((url) => url.pathname === '/login');
    const login = page.url();
    await logInAs(page, person.email, 'Not-this-1');
    await expect(toasts(page)).toHaveText('Invalid credentials or session expired');
    expect(page.url()).toBe(login);
    await expect(toasts(page)).toHaveCount(0);
    const refusal = page.getByRole('main').getByRole('alert');
    await expect(refusal).toHaveText('Invalid credentials or session expired');
    await expectUnder(page.getByRole('button', { name: 'Login', exact: true }), refusal, 24);
    await password(page).press('End');
    await expect(refusal).toBeVisible();
    await password(page).press('Backspace');
    await expect(refusal).toHaveCount(0);
    await logInAs(page, person.email, person.password);
    await expect(page).toHaveURL(/\/user\/(payments\?search=cat|profile)$/);
  });
}

test('whoever may not do something is told so for two seconds, and stays signed in', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await page.route('**/api/reset-password', (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto('/forgot-password');
  await forms['/forgot-password']?.fill(page);
  await expectToastFor(page, 2, async () => {
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(toasts(page)).toHaveText('Access denied. Insufficient permissions.');
  });
  expect(await page.evaluate("localStorage.getItem('authToken')")).not.toBeNull();
});

test('every overlay of an account page covers the whole page', async ({ page }) => {
  for (const [path, call, title] of [
    ['/login', '/login', 'Signing In'],
    ['/signup', '/register', 'Creating Account'],
    ['/forgot-password', '/reset-password', 'Processing'],
    ['/reset-password?resetKey=some-key', '/update-password', 'Updating Password'],
  ] as const) {
    const release = await holdCall(page, call);
    await page.goto(path);
    await forms[path]?.fill(page);
    await page.getByRole('button', { name: forms[path]?.button, exact: true }).click();
    const overlay = page.getByRole('status').filter({ hasText: title });
    await expect(overlay).toBeVisible();
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    release();
    await expect(overlay).toHaveCount(0);
  }
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
