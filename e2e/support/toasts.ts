import { expect, type Locator, type Page } from '@playwright/test';

/** The toasts that are on the screen. */
export const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');

/** How long the one toast stays, with the pointer elsewhere. */
export async function secondsShown(page: Page): Promise<number> {
  await page.mouse.move(0, 700);
  await expect(toasts(page)).toBeVisible();
  const began = Date.now();
  await expect(toasts(page)).toHaveCount(0);
  return (Date.now() - began) / 1000;
}
