import type { Locator } from '@playwright/test';
import { arrive, arriveAsAdmin, kept } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const links = {
  'Admin Panel': [
    ['/admin/dashboard', 'Dashboard', 'Overview & Analytics'],
    ['/admin/users', 'Users', 'Manage Users'],
    ['/admin/subscriptions', 'Subscriptions', 'Active Subscriptions'],
    ['/admin/payments', 'Payments', 'Payment History'],
    ['/admin/audit', 'Audit Log', 'Who Did What'],
    ['/admin/operations', 'Operations', 'Webhooks & Checks'],
    ['/admin/connections', 'Connections', 'Products & Webhooks'],
  ],
  'User Panel': [
    ['/user/dashboard', 'Dashboard', 'Your Overview'],
    ['/user/subscriptions', 'My Subscriptions', 'Active Plans'],
    ['/user/payments', 'Payment History', 'Transaction History'],
    ['/user/account', 'Account', 'Security & Data'],
  ],
} as const;

/** The addresses of the links that look different from most of the others. */
async function highlighted(side: Locator): Promise<(string | null)[]> {
  const found = await Promise.all(
    (await side.getByRole('link').all()).map(async (link) => ({
      href: await link.getAttribute('href'),
      look: await link.evaluate(
        (element) =>
          element.ownerDocument.defaultView.getComputedStyle(element.querySelector('span'))
            .backgroundColor,
      ),
    })),
  );
  const looks = found.map(({ look }) => look);
  const isRare = (look: unknown) => looks.filter((other) => other === look).length === 1;
  return found.filter(({ look }) => isRare(look)).map(({ href }) => href);
}

for (const panel of ['Admin Panel', 'User Panel'] as const) {
  test(`the ${panel} has its links, and marks the one whose page it is`, async ({
    page,
    stack,
  }) => {
    if (panel === 'Admin Panel') await arriveAsAdmin(page, stack);
    else await arrive(page, stack);
    await page.goto(links[panel][0][0]);
    const side = page.getByRole('complementary', { name: panel });
    await expect(side.getByText(panel, { exact: true })).toBeVisible();
    await expect(side.getByText('Subscriptions Dashboard', { exact: true })).toBeVisible();
    await expect(side.getByText('v1.0.0', { exact: true })).toBeVisible();
    await expect(side.getByRole('link')).toHaveText(
      links[panel].map(([, label, text]) => `${label}${text}`),
    );
    for (const [path, label] of links[panel]) {
      await side.getByRole('link', { name: new RegExp(`^${label}`) }).click();
      await expect(page).toHaveURL((url) => url.pathname === path);
      await expect(side.locator('[aria-current=page]')).toHaveAttribute('href', path);
      expect(await highlighted(side)).toEqual([path]);
    }
    // A page below a link is not the link's page.
    await page.goto(panel === 'Admin Panel' ? '/admin/products' : '/user/subscriptions/plans');
    await expect(side.getByRole('link')).toHaveCount(links[panel].length);
    await expect(side.locator('[aria-current=page]')).toHaveCount(0);
  });
}

test('the header says who is here and in what role, and lets them out', async ({ page, stack }) => {
  const { person } = await arrive(page, stack, { firstName: 'Ada', lastName: 'Byron' });
  await page.goto('/user/dashboard');
  const header = page.getByRole('banner');
  const button = header.getByRole('button', { name: /Ada Byron/ });
  await expect(button).toHaveText(/AB.*Ada Byron.*User/s);
  await expect(header.getByText(person.email)).toBeHidden();
  await button.click();
  await expect(header.getByText(person.email)).toBeVisible();
  await expect(header).toHaveText(/User.*Ada Byron.*@hospital\.test.*User.*Sign out/s);
  await header.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('an admin is called one, goes home by the logo, and may leave', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  await page.goto('/admin/products');
  const header = page.getByRole('banner');
  const button = header.getByRole('button', { name: /Amara Osei/ });
  await expect(button).toHaveText(/AO.*Amara Osei.*Admin/s);
  await header.getByRole('link').click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goBack();
  await button.click();
  await expect(header).toHaveText(/Admin.*Amara Osei.*admin@demo\.test.*Admin.*Sign out/s);
  await header.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  expect(await kept(page)).toEqual([]);
});

test('on a small screen the panel is a drawer with four ways out', async ({ page, stack }) => {
  await arrive(page, stack);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/user/dashboard');
  const open = page.getByRole('button', { name: 'Menu', exact: true });
  const drawer = page.getByRole('dialog', { name: 'User Panel' });
  await expect(open).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'User Panel' })).toBeHidden();
  for (const leave of [
    () => drawer.getByRole('button', { name: 'Close menu' }).click(),
    () => page.mouse.click(370, 600),
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('link', { name: /^Payment History/ }).click(),
  ]) {
    await open.click();
    await expect(drawer.getByText('v1.0.0')).toBeVisible();
    await leave();
    await expect(drawer).toBeHidden();
  }
  await expect(page).toHaveURL(/\/user\/payments$/);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(open).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'User Panel' })).toBeVisible();
});
