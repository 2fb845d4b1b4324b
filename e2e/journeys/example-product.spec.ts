import type { Page } from '@playwright/test';
import { asAdmin } from '../support/as-admin.ts';
import { arrive, subscribe } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

/** Somebody who has just paid, and the tab of the product that they opened from My Subscriptions. */
async function working(page: Page, stack: Stack, card?: string) {
  const { person, id, token } = await arrive(page, stack, { firstName: 'Zoë' });
  await subscribe(stack, token, 'portfolio', 'monthly', card);
  await page.goto('/user/subscriptions');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Login to Portfolio Builder/ }).click();
  const product = await opened;
  await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible();
  expect(product.url()).toBe(`${stack.exampleUrl}/`);
  return { product, person, id };
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

test('nobody comes in without a login; whoever is deactivated is refused at the next click, and let in again after', async ({
  page,
  stack,
  request,
}) => {
  const home = await request.get(stack.exampleUrl);
  expect(home.status()).toBe(403);
  const { product, id } = await working(page, stack);
  const login = await page.request.get(`${stack.exampleUrl}/login?token=made.up.token`);
  expect(login.status()).toBe(403);
  const forged = await page.request.post(`${stack.exampleUrl}/webhooks`, { data: '{}' });
  expect(forged.status()).toBe(403);
  await product.reload();
  await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible();

  const admin = await asAdmin(stack);
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

test('whoever withdraws is refused at the next click', async ({ page, stack }) => {
  const { product } = await working(page, stack);
  const held = page.getByRole('article', { name: 'Portfolio Builder' });
  await held.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Withdraw now' }).click();
  await expect(page.getByText('These have ended and are not charged.')).toBeVisible();
  await expectRefused(product, 'withdrawn');
});

test('whoever deletes their account is refused at the next click', async ({ page, stack }) => {
  const { product, person } = await working(page, stack);
  await page.goto('/user/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expectRefused(product, 'deleted');
});

test('whoever does not pay in the end is refused at the next click', async ({ page, stack }) => {
  const { product } = await working(page, stack, '4000 0000 0000 0341');
  await stack.advanceDays(31);
  await product.getByRole('link', { name: 'Next page' }).click();
  await expect(product.getByText('Signed in as Zoë Nair')).toBeVisible();
  await stack.advanceDays(20);
  await expectRefused(product, 'unpaid');
});
