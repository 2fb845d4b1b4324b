import type { Page } from '@playwright/test';
import { signUp, somebody } from '../support/people.ts';
import { arrive, arriveAsAdmin, endElsewhere, kept } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const refused = 'Invalid credentials or session expired';

test('a session ended elsewhere leads to the login, and back to where one was', async ({
  page,
  stack,
}) => {
  const { person, token } = await arrive(page, stack);
  await page.goto('/user/payments?search=cat');
  await expect(page.getByRole('heading', { name: 'Payment History', level: 1 })).toBeVisible();
  await endElsewhere(stack, token);
  await page.reload();
  await expect(page.getByText(refused)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual([]);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/payments\?search=cat$/);
});

test('a visitor is led through the login to the page that was asked for', async ({ page }) => {
  const person = somebody();
  await signUp(page, person);
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
  await expect(page).toHaveURL(/\/empty-page$/);
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
  await expect(page).toHaveURL(/\/empty-page$/);
});

/** Signs in and opens the payments, on a clock that can be moved. */
async function waitAtPayments(page: Page, stack: Stack): Promise<void> {
  await page.clock.install();
  await arrive(page, stack);
  await page.goto('/user/payments');
  await expect(page.getByRole('heading', { name: 'Payment History', level: 1 })).toBeVisible();
}

test('a token that expires while a page is open ends the session there and then', async ({
  page,
  stack,
}) => {
  await waitAtPayments(page, stack);
  await page.clock.fastForward('07:55:00');
  await expect(page).toHaveURL(/\/user\/payments$/);
  await page.clock.fastForward('00:05:05');
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual([]);
});

test('a token that expired while the laptop slept ends the session on waking', async ({
  page,
  stack,
}) => {
  await waitAtPayments(page, stack);
  // The time has moved on, and no timer has run.
  await page.clock.setSystemTime(Date.now() + 9 * 3_600_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual([]);
});

const adminsClaims = { userId: 'x', email: 'x', firstName: 'A', lastName: 'B', role: 'admin' };
const claimsUntil = (exp: number) =>
  `a.${Buffer.from(JSON.stringify({ ...adminsClaims, exp })).toString('base64url')}.c`;

test('a malformed or expired token in storage is no session, and is cleared', async ({ page }) => {
  await page.goto('/about-us');
  const expired = claimsUntil(Math.floor(Date.now() / 1000) - 1);
  for (const token of ['nonsense', 'a.b.c', '', '"quoted"', claimsUntil(0), expired]) {
    await page.evaluate(`localStorage.setItem('authToken', ${JSON.stringify(token)});
      localStorage.setItem('userData', '{"role":"admin"}');`);
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    const left = "['authToken', 'userData'].map((key) => localStorage.getItem(key))";
    await expect.poll(() => page.evaluate(left)).toEqual([null, null]);
  }
});

test('a malformed user in storage is replaced by what the token says', async ({ page, stack }) => {
  await arrive(page, stack);
  const user = JSON.parse(await page.evaluate<string>("localStorage.getItem('userData')"));
  const changed = [
    { id: 1 },
    { role: 'boss' },
    { first_name: {} },
    { last_name: 2 },
    { email: [] },
  ];
  const malformed = changed.map((part) => JSON.stringify({ ...user, ...part }));
  for (const stored of ['{"id":', 'null', '[]', ...malformed]) {
    await page.evaluate(`localStorage.setItem('userData', ${JSON.stringify(stored)})`);
    await page.goto('/user/profile');
    await expect(page.getByRole('button', { name: /Priya Nair/ }), stored).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'User Panel' })).toBeVisible();
  }
});

test('a return address leads on within the site and never out of it', async ({ page, stack }) => {
  await arrive(page, stack);
  for (const [returnUrl, pathname] of [
    ['/user/payments', '/user/payments'],
    ['https://evil.example/', '/user/subscriptions/plans'],
    ['//evil.example', '/user/subscriptions/plans'],
    ['/\\evil.example', '/user/subscriptions/plans'],
    ['\\\\evil.example', '/user/subscriptions/plans'],
    ['/\t/evil.example', '/user/subscriptions/plans'],
    ['https:evil.example', '/user/subscriptions/plans'],
    ['javascript:alert(1)', '/user/subscriptions/plans'],
  ] as const) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
    await expect(page).toHaveURL((url) => url.origin === stack.url && url.pathname === pathname);
  }
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
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  gate.resolve();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Please wait a moment')).toHaveCount(0);
});

async function changeStoredUser(page: Page, part: object): Promise<void> {
  await page.evaluate(`{
    const user = JSON.parse(localStorage.getItem('userData'));
    localStorage.setItem('userData', JSON.stringify({ ...user, ...${JSON.stringify(part)} }));
  }`);
}

test('each goes where the role belongs', async ({ page, stack }) => {
  for (const path of ['/user/nothing-here', '/admin/nothing/deeper', '/user/payments/1/2']) {
    await page.goto(path);
    await expect(page, path).toHaveURL((url) => url.pathname === '/');
  }
  await arrive(page, stack);
  for (const [path, target] of [
    ['/admin/users', '/user/dashboard'],
    ['/admin', '/user/dashboard'],
    ['/user', '/user/dashboard'],
    ['/user/nothing-here', '/'],
    ['/admin/nothing-here', '/'],
    ['/login', '/user/subscriptions/plans'],
    ['/signup', '/user/subscriptions/plans'],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveURL((url) => url.pathname === target);
  }
  for (const path of ['/login', '/signup']) {
    // From where nothing asks the server who is here.
    await page.goto('/about-us');
    await changeStoredUser(page, { hasActiveSubscription: true });
    await page.goto(path);
    await expect(page, path).toHaveURL((url) => url.pathname === '/user/dashboard');
  }
  await arriveAsAdmin(page, stack);
  for (const [path, target] of [
    ['/admin', '/admin/dashboard'],
    ['/login', '/admin/dashboard'],
    ['/signup', '/admin/dashboard'],
    ['/admin/nothing-here', '/'],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveURL((url) => url.pathname === target);
  }
});

test('names of any kind are shown as they are, and run nothing', async ({ page, stack }) => {
  const firstName = '<img src=x onerror="document.title=1">';
  const lastName = "نور'); drop table users; --";
  await arrive(page, stack);
  // No new account may be called so, but older ones are.
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    const answer = (await response.text())
      .replace('"Priya"', () => JSON.stringify(firstName))
      .replace('"Nair"', () => JSON.stringify(lastName));
    await route.fulfill({ response, body: answer });
  });
  await page.goto('/user/dashboard');
  await page.getByRole('button', { name: firstName }).click();
  await expect(page.getByText(`${firstName} ${lastName}`).first()).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(page).not.toHaveTitle('1');
});

test('a role that was changed in storage opens nothing', async ({ page, stack }) => {
  await arrive(page, stack);
  await changeStoredUser(page, { role: 'admin' });
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/user\/dashboard$/);
});
