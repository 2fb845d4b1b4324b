import type { Page } from '@playwright/test';
import { asAdmin } from '../support/as-admin.ts';
import { choose, payWith } from '../support/people.ts';
import { arrive } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

/** Somebody who has just paid, and the tab of the product that they opened from My Subscriptions. */
async function working(page: Page, stack: Stack, card = '4242 4242 4242 4242') {
  const { person } = await arrive(page, stack, { firstName: 'Zoë' });
  await choose(page, 'Portfolio Builder', 'Monthly');
  await payWith(page, card);
  await expect(page).toHaveURL(/\/user\/subscriptions/);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Login to Portfolio Builder/ }).click();
  const product = await opened;
  await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible();
  expect(product.url()).toBe(`${stack.exampleUrl}/`);
  const admin = await asAdmin(stack);
  const found = (await admin('GET', `/admin/users?search=${person.email}`)) as {
    data: { users: [{ id: string }] };
  };
  return { product, admin, id: found.data.users[0].id };
}

/** The next click in the product, at most five seconds after, is refused. */
async function expectRefused(product: Page, why: string): Promise<void> {
  await expect(async () => {
    await product.getByRole('link', { name: 'Next page' }).click();
    await expect(product.getByText(`You have no access any more (${why}).`)).toBeVisible({
      timeout: 300,
    });
  }).toPass({ timeout: 5_000 });
  const again = await product.reload();
  expect(again?.status()).toBe(403);
}

test('whoever is deactivated is refused at the next click, and let in again after', async ({
  page,
  stack,
}) => {
  const { product, admin, id } = await working(page, stack);
  await product.getByRole('link', { name: 'Next page' }).click();
  await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible();
  await admin('PUT', `/admin/users/${id}/status`, { isActive: false });
  await expectRefused(product, 'deactivated');
  await admin('PUT', `/admin/users/${id}/status`, { isActive: true });
  await expect(async () => {
    await product.reload();
    await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 5_000 });
  await admin('DELETE', `/admin/users/${id}`);
  await expectRefused(product, 'deleted');
});

test('whoever withdraws, or whose renewal fails for good, is refused at the next click', async ({
  page,
  context,
  stack,
}) => {
  const one = await working(page, stack);
  const list = (await one.admin('GET', `/admin/users/${one.id}/history`)) as {
    data: { subscriptions: [{ id: string }] };
  };
  const [{ id }] = list.data.subscriptions;
  await one.admin('POST', `/admin/subscriptions/${id}/withdraw`);
  await expectRefused(one.product, 'withdrawn');

  const late = await working(await context.newPage(), stack, '4000 0000 0000 0341');
  await stack.advanceDays(31);
  await late.product.getByRole('link', { name: 'Next page' }).click();
  await expect(late.product.getByText('Signed in as Zoë Nair')).toBeVisible();
  await stack.advanceDays(20);
  await expectRefused(late.product, 'unpaid');
});

test('nobody comes in without a login, or by one twice', async ({ page, stack, request }) => {
  const home = await request.get(stack.exampleUrl);
  expect(home.status()).toBe(403);
  const { product } = await working(page, stack);
  const login = await page.request.get(`${stack.exampleUrl}/login?token=made.up.token`);
  expect(login.status()).toBe(403);
  const forged = await page.request.post(`${stack.exampleUrl}/webhooks`, { data: '{}' });
  expect(forged.status()).toBe(403);
  await product.reload();
  await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible();
});
