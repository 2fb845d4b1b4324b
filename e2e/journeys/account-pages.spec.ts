import type { Page } from '@playwright/test';
import { holdCall } from '../support/calls.ts';
import { expectAccessibleHere, expectKeyboardReachesAll } from '../support/checks.ts';
import { admin } from '../support/people.ts';
import { live } from '../support/public-site.ts';
import { arrive, register } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { toasts } from '../support/toasts.ts';
import { weigh } from '../support/weigh.ts';

const pages = {
  '/login': { title: 'Welcome back', button: 'Login' },
  '/signup': { title: 'Create your account', button: 'Create account' },
  '/forgot-password': { title: 'Forgot your password?', button: 'Reset Password' },
  '/reset-password?resetKey=wrong': { title: 'Set a new password', button: 'Update Password' },
  '/verify-email?token=wrong': { title: 'Confirm your email', button: 'Confirm email' },
  '/undo-email?token=wrong': { title: 'Keep your email', button: 'Keep my email' },
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const errors = (page: Page) => page.locator('main').getByRole('alert');

for (const [path, { title, button }] of Object.entries(pages)) {
  test(`${path} comes to a phone in 150 kB (product P51), has no header or footer, and is accessible, empty and with errors`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const weight = await weigh(page);
    await live(page, path);
    await page.waitForLoadState('networkidle');
    expect(weight()).toBeGreaterThan(100_000);
    expect(weight()).toBeLessThanOrEqual(150_000);

    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Sign Up', exact: true })).toHaveCount(0);
    await expectKeyboardReachesAll(page);
    await expectAccessibleHere(page);
    // On the page, however far that has been scrolled.
    const top = () =>
      page.evaluate<number>("document.querySelector('h1').getBoundingClientRect().top + scrollY");
    const before = await top();
    await press(page, button);
    await expect(errors(page).first()).toBeVisible();
    expect(await top()).toBe(before);
    await expectAccessibleHere(page);
  });
}

test('with scripts off each page says what its form needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  for (const [path, { title, button }] of Object.entries(pages)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.getByText('This form needs JavaScript')).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toBeHidden();
      await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    });
  }
  await context.close();
});

const links = {
  '/login': [
    ['Forgot Password?', '/forgot-password'],
    ['Sign up', '/signup'],
    ['Back to Home', '/'],
  ],
  '/signup': [
    ['Login', '/login'],
    ['Back to Home', '/'],
  ],
  '/forgot-password': [
    ['Back to Login', '/login'],
    ['Back to Home', '/'],
  ],
  '/reset-password?resetKey=wrong': [['Back to Login', '/login']],
  '/verify-email?token=wrong': [['Back to Login', '/login']],
} as const;

for (const [path, targets] of Object.entries(links)) {
  test(`${path}: every link leads where it says, by mouse and by keyboard`, async ({ page }) => {
    // The key of a mailed link leaves the address first, which a link would not wait for.
    await live(page, path);
    const heading = page.getByRole('heading', { level: 1 });
    const title = (await heading.textContent()) ?? 'no title';
    for (const [name, target] of targets) {
      const link = page.getByRole('link', { name, exact: true });
      for (const follow of [() => link.click(), () => link.press('Enter')]) {
        await follow();
        await expect(page).toHaveURL((url) => url.pathname === target);
        if (target === '/') {
          // A page of its own, which the keyboard begins at its first stop.
          await page.keyboard.press('Tab');
          await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
        } else await expect(page.getByRole('main')).toBeFocused();
        await page.goBack();
        await expect(heading).toHaveText(title);
        await expect(page.locator('html')).toHaveAttribute('data-live', '');
      }
    }
  });
}

test('a wrong password is told in a toast, after the Signing In overlay', async ({ page }) => {
  const release = await holdCall(page, '/login');
  await page.goto('/login');
  await page.getByLabel('Email').fill(`nobody.${Date.now()}@hospital.test`);
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Signing In')).toBeVisible();
  await expectAccessibleHere(page, [320, 1440]);
  release();
  await expect(toasts(page)).toHaveText('Invalid credentials or session expired');
  await expect(page.getByText('Signing In')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
});

test('the terms open beside the form, and a taken e-mail is told under its field', async ({
  page,
  stack,
}) => {
  const person = await register(stack);
  await page.goto('/signup');
  for (const [name, target] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name }).click();
    await expect(await opened).toHaveURL((url) => url.pathname === target);
  }
  const release = await holdCall(page, '/register');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('checkbox').check();
  await press(page, 'Create account');
  await expect(page.getByRole('status').getByText('Creating Account')).toBeVisible();
  release();
  await expect(errors(page)).toHaveText([/An account with this email already exists/]);
});

test('what is typed before the code arrives is not lost', async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  arrive();
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  await press(page, 'Show password');
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(admin.email);
  await press(page, 'Login');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('somebody signed in is led on from login and sign-up, and may still ask for a link', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/user\/subscriptions\/plans$/);
  }
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test('where the browser refuses storage, a login lasts until the page is closed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: refuse });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill('user@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\//);
  await expect(page.getByRole('complementary', { name: 'User Panel' })).toBeVisible();
});
