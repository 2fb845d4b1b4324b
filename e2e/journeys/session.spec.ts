import { logIn } from '../support/people.ts';
import { arrive, beforePages, endElsewhere, kept, register } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { expectToast, hearToasts } from '../support/toasts.ts';

const refused = 'Invalid credentials or session expired';

test('a session ended elsewhere leads to the login, and back to where one was', async ({
  page,
  stack,
}) => {
  const { person, token } = await arrive(page, stack);
  // The browser holds it, and no page is open whose calls would be refused before this one's.
  await endElsewhere(stack, token);
  await page.goto('/user/payments?search=cat');
  await expectToast(page, refused);
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual([]);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/payments\?search=cat$/);
});

test('a device is logged out from another one, and is out at its next click', async ({
  page,
  browser,
  stack,
}) => {
  const { person } = await arrive(page, stack);
  const elsewhere = await browser.newContext({ baseURL: stack.url });
  await hearToasts(elsewhere);
  const theirs = await elsewhere.newPage();
  await logIn(theirs, person);
  await expect(theirs).toHaveURL('/user/subscriptions/plans');
  // It has what it asked for, and is refused nothing before that click.
  await expect(theirs.getByRole('button', { name: /^Subscribe/ }).first()).toBeVisible();

  await page.goto('/user/account');
  const sessions = page.locator('section').filter({ hasText: 'This device' });
  const others = sessions.getByRole('button', { name: /^Log out (Chrome|Unknown)/ });
  await expect(others).toHaveCount(1);
  await others.click();
  await expect(others).toHaveCount(0);
  const link = theirs.getByRole('link', { name: /^Payment History/ }).first();
  await link.click();
  await expectToast(theirs, refused);
  await expect(theirs).toHaveURL(/\/login$/);
  await page.reload();
  await expect(page.getByText('This device')).toBeVisible();
  await elsewhere.close();
});

test('a visitor is led through the login to the page that was asked for', async ({
  page,
  stack,
}) => {
  const person = await register(stack);
  await page.goto('/about-us');
  await page.goto('/user/payments?search=cat#list');
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about-us$/);
  await page.goForward();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/payments\?search=cat#list$/);
  // The login has done its work, and is not gone back to.
  await page.goBack();
  await expect(page).toHaveURL(/\/about-us$/);
});

test('signing out in one tab signs out the others', async ({ page, stack, context }) => {
  await arrive(page, stack);
  await page.goto('/user/dashboard');
  const other = await context.newPage();
  await other.goto('/user/payments');
  await expect(other.getByRole('heading', { name: 'Payment History', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: /Priya Nair/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(other).toHaveURL(/\/login$/);
  expect(await kept(other)).toEqual([]);
  // The entry was replaced: going back leads to what came before the area.
  await page.goBack();
  await expect(page).toHaveURL(beforePages);
});

test('two tabs that are refused at the same moment both end at the login', async ({
  page,
  stack,
  context,
}) => {
  const { token } = await arrive(page, stack);
  const other = await context.newPage();
  await Promise.all([page.goto('/user/dashboard'), other.goto('/user/payments')]);
  await endElsewhere(stack, token);
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual([]);
  // The login takes the place of the page that was refused.
  await page.goBack();
  await expect(page).toHaveURL(beforePages);
});

test('until the code is there a guarded page says that it loads', async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/user/dashboard', { waitUntil: 'commit' });
  const overlay = page.getByRole('status');
  await expect(overlay.getByText('Loading', { exact: true })).toBeVisible();
  await expect(overlay.getByText('Please wait a moment')).toBeVisible();
  // The page is there before its style sheet.
  const whole = { x: 0, y: 0, width: 1280, height: 800 };
  await expect.poll(() => overlay.boundingBox()).toEqual(whole);
  gate.resolve();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please wait a moment')).toHaveCount(0);
});
