import { expect, type Locator, type Page } from '@playwright/test';

/** The toasts that are on the screen. */
export const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');

/**
 * Begins to watch for a change of page. What it returns resolves, once the page has changed, to the
 * seconds since a call was answered, counted inside the page.
 */
export async function timeFromAnswerToPage(
  page: Page,
  call: string,
): Promise<() => Promise<number>> {
  await page.evaluate(`{
    const from = location.pathname;
    const changed = new Promise((resolve) => {
      const look = () => {
        if (location.pathname === from) requestAnimationFrame(look);
        else resolve(performance.now());
      };
      look();
    });
    const answered = () =>
      performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('${call}'));
    globalThis.toPage = { timed: changed.then((at) => (at - answered().responseEnd) / 1000) };
  }`);
  return () => page.evaluate<number>('toPage.timed');
}

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
