import { expect, type Locator, type Page } from '@playwright/test';

/** The toasts that are on the screen. */
export const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');

/**
 * What is done brings one toast, which stays for so many seconds while the pointer is elsewhere.
 * They are counted inside the page, where a busy machine delays their beginning and end alike.
 */
export async function expectToastFor(
  page: Page,
  seconds: number,
  act: () => Promise<void>,
): Promise<void> {
  await expect(toasts(page)).toHaveCount(0);
  await page.evaluate(`{
    const shownFor = new Promise((resolve) => {
      let began;
      const look = () => {
        const there = document.querySelector('[data-sonner-toast]') !== null;
        if (there) began ??= performance.now();
        if (there || began === undefined) requestAnimationFrame(look);
        else resolve((performance.now() - began) / 1000);
      };
      look();
    });
    globalThis.toast = { shownFor };
  }`);
  await act();
  await page.mouse.move(0, 700);
  const shown = await page.evaluate<number>('toast.shownFor');
  expect(shown).toBeGreaterThan(seconds);
  // It leaves for a fifth of a second.
  expect(shown).toBeLessThan(seconds + 0.8);
}
