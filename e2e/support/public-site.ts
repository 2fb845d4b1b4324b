import { expect, type Page } from '@playwright/test';

/** One address of each public page, and one that is none. */
export const publicAddresses = [
  '/',
  '/services',
  '/about-us',
  '/accessibility',
  '/privacy',
  '/nowhere',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?resetKey=some-key',
  '/verify-email?token=some-token',
  '/confirm-email?token=some-token',
  '/undo-email?token=some-token',
];

/** Opens a page and waits until it is whole and does all it can: where React runs it, until React does. */
export async function live(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const waits = (await page.locator('script#react:not(:empty)').count()) > 0;
  if (waits) await expect(page.locator('html')).toHaveAttribute('data-live', '');
  await expect(page.locator('html')).not.toHaveAttribute('data-first-view');
}

/** Opens the home page. */
export const goHome = (page: Page): Promise<void> => live(page, '/');

/** The section stands the header's height and 32 px below the top (product G32). */
export async function sectionIsBelowHeader(page: Page, id: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const offset = width >= 1024 ? 112 : 96;
  const top = () =>
    page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await expect.poll(top).toBeGreaterThanOrEqual(offset - 1);
  await expect.poll(top).toBeLessThanOrEqual(offset + 1);
}
