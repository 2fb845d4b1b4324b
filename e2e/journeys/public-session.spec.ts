import type { Page } from '@playwright/test';
import { logIn } from '../support/people.ts';
import { arrive, kept } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { toasts } from '../support/toasts.ts';

const header = (page: Page) => page.getByRole('banner');
const greeting = (page: Page, name: RegExp | string = /Priya Nair/) =>
  header(page).getByRole('button', { name });
const login = (page: Page) => header(page).getByRole('link', { name: 'Login' });

const logOut = async (page: Page) => {
  await greeting(page).click();
  await page.locator('#account-menu').getByRole('button', { name: 'Logout' }).click();
};

/** Notes the calls that end a session. */
function countLogouts(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/logout') && request.method() === 'POST') count += 1;
  });
  return () => count;
}

test('Logout ends the session, once, and puts the home page in its place (product A50)', async ({
  page,
  stack,
}) => {
  const { token } = await arrive(page, stack);
  await page.goto('/services');
  await page.goto('/privacy#cookie-policy');
  const logouts = countLogouts(page);
  await greeting(page).click();
  await page.locator('#account-menu').getByRole('button', { name: 'Logout' }).dblclick();
  await expect(toasts(page)).toHaveText('Logged out successfully');
  await expect(page).toHaveURL('/');
  await expect(login(page)).toBeVisible();
  expect(logouts()).toBe(1);
  expect(await kept(page)).toEqual([]);
  const headers = { authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await fetch(`${stack.url}/api/user/payments`, { headers })).status)
    .toBe(401);
  await expect(toasts(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/services');
  await expect(login(page)).toBeVisible();
  await expect(page.getByText('Priya Nair')).toHaveCount(0);
});

test('Logout by the keyboard, while nothing of React can be fetched', async ({ page, stack }) => {
  await arrive(page, stack);
  await page.route('**/assets/*.js', () => {});
  await page.goto('/about-us');
  await greeting(page).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveText('Logged out successfully');
  expect(await kept(page)).toEqual([]);
});

test('the notice stays under the pointer, can be closed, and comes once', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await arrive(page, stack);
  await page.goto('/');
  await logOut(page);
  await toasts(page).hover();
  await page.clock.runFor(5000);
  await expect(toasts(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close toast' }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.reload();
  await expect(login(page)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('a public page follows the other tabs (product A39)', async ({ page, stack, context }) => {
  await arrive(page, stack);
  await page.goto('/services');
  const other = await context.newPage();
  await other.goto('/');
  await logOut(other);
  await expect(login(page)).toBeVisible();
  await logIn(other, { email: 'user@demo.test', password: 'Demo-1234!' });
  await expect(login(page)).toBeHidden();
  await header(page).locator('[popovertarget=account-menu]').click();
  await expect(page.locator('#account-menu')).toContainText('user@demo.test');
});

test('a token that expires while a public page is open ends the session there (product A38)', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await arrive(page, stack);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Subscribe Now/ }).first()).toBeVisible();
  await page.clock.fastForward('08:00:05');
  await expect(login(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /free trial/ }).first()).toBeVisible();
  expect(await kept(page)).toEqual([]);
});

test('a malformed token is no session, and is cleared; a malformed user is read from the token', async ({
  page,
  stack,
}) => {
  await arrive(page, stack, { firstName: 'Siobhán', lastName: 'Ó Briain' });
  for (const stored of ['{"id":', 'null', '{"id":"1","first_name":"Eve","last_name":"X"}']) {
    await page.evaluate(`localStorage.setItem('userData', ${JSON.stringify(stored)})`);
    await page.goto('/about-us');
    await expect(greeting(page, 'Siobhán Ó Briain'), stored).toHaveText(/^SÓ/);
  }
  for (const token of ['nonsense', 'a.b.c']) {
    await page.evaluate(`localStorage.setItem('authToken', '${token}')`);
    await page.goto('/about-us');
    await expect(login(page)).toBeVisible();
    expect(await kept(page)).toEqual([]);
  }
});

test('a page that the browser kept or prepared looks again who is here when it is shown', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await page.goto('/services');
  const token = await page.evaluate<string>("localStorage.getItem('authToken')");
  for (const event of [
    "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "document.dispatchEvent(new Event('prerenderingchange'))",
  ]) {
    await expect(greeting(page)).toBeVisible();
    // Storage tells a page nothing of what it did itself, as little as one that sleeps.
    await page.evaluate("localStorage.removeItem('authToken')");
    await expect(greeting(page)).toBeVisible();
    await page.evaluate(event);
    await expect(login(page)).toBeVisible();
    await page.evaluate(`localStorage.setItem('authToken', ${JSON.stringify(token)})`);
    await page.evaluate(event);
  }
});

test('the way back from a page that React ran is the page that was left', async ({ page }) => {
  await page.goto('/');
  const plan = page.getByRole('article').first().getByRole('link');
  await plan.scrollIntoViewIfNeeded();
  const before = await page.evaluate<number>('scrollY');
  expect(before).toBeGreaterThan(500);
  await plan.click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await logInHere(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(login(page)).toBeHidden();
  // Lines for visitors alone, such as those of a trial, are gone above it.
  const moved = async () => Math.abs((await page.evaluate<number>('scrollY')) - before);
  await expect.poll(moved).toBeLessThan(60);
  await expect(plan).toBeInViewport();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

async function logInHere(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('user@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\//);
}

test('somebody signed in sees no login form on the way to their account', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await page.goto('/about-us');
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await greeting(page).click();
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toBeHidden();
  gate.resolve();
  await expect(page).toHaveURL('/user/subscriptions/plans');
});
