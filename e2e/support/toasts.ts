import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

const shown = '[data-sonner-toast], #signed-out:not([hidden])';

/** The toasts that are on the screen, and the notice of the home page that looks like one. */
export const toasts = (page: Page): Locator => page.locator(shown);

const said = new WeakMap<Page, string[]>();

/** Has the pages of a context tell of each toast: it may be gone before a busy machine looks. */
export async function hearToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('toastShown', ({ page }, text: string) => {
    said.set(page, [...(said.get(page) ?? []), text]);
  });
  await context.addInitScript(`new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      const inside = [...node.querySelectorAll('[data-sonner-toast]')];
      for (const one of node.matches('[data-sonner-toast]') ? [node] : inside) {
        toastShown(one.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true })`);
}

/** A page has shown this toast since one was expected last, once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const times = () => (said.get(page) ?? []).filter((one) => one === text).length;
  await expect.poll(times, { message: `the toast '${text}'`, timeout: 15_000 }).toBe(1);
  said.delete(page);
}

/** Counts, in seconds and in `toast.shownFor`, how long the first toast of a page is there. */
const countToast = `{
  const shownFor = new Promise((resolve) => {
    let began;
    const look = () => {
      const all = [...document.querySelectorAll('[data-sonner-toast], #signed-out')];
      const there = all.some((each) => each.getClientRects().length > 0);
      if (there) began ??= performance.now();
      if (there || began === undefined) requestAnimationFrame(look);
      else resolve((performance.now() - began) / 1000);
    };
    look();
  });
  globalThis.toast = { shownFor };
}`;

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
  await page.evaluate(countToast);
  // A toast may be shown by the page that comes next.
  await page.addInitScript(countToast);
  await act();
  await page.mouse.move(0, 700);
  const shownFor = await page.evaluate<number>('toast.shownFor');
  // A busy page sees the beginning some frames late.
  expect(shownFor).toBeGreaterThan(seconds - 0.2);
  // It leaves for a fifth of a second.
  expect(shownFor).toBeLessThan(seconds + 0.8);
}
