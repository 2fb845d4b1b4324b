import type { Locator, Page } from '@playwright/test';
import { sectionIsBelowHeader } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';

/** Keeps what a page would do while the browser is idle, until `letIdle`. */
async function holdIdle(page: Page): Promise<void> {
  await page.addInitScript(`
    const waiting = [];
    globalThis.requestIdleCallback = (callback) => waiting.push(callback);
    globalThis.letIdle = () => {
      globalThis.requestIdleCallback = (callback) => setTimeout(callback);
      for (const callback of waiting) callback();
    };
  `);
}

const letIdle = (page: Page): Promise<unknown> => page.evaluate('letIdle()');

/** Whether the browser has laid out what an element holds. */
const isLaidOut = (element: Locator): Promise<boolean> =>
  element.evaluate((one: { checkVisibility(options: object): boolean }) =>
    one.checkVisibility({ contentVisibilityAuto: true }),
  );

test('what is far below the window is left out of the first view, and follows', async ({
  page,
}) => {
  await holdIdle(page);
  await page.goto('/privacy');
  const far = page.locator('#cookie-policy-consent p');
  expect(await isLaidOut(far)).toBe(false);
  await letIdle(page);
  await expect.poll(() => isLaidOut(far)).toBe(true);
  await expect(page.locator('.lay-out-late')).toHaveCount(0);
});

test('whoever loads a page again finds it whole, at the place where they were', async ({
  page,
}) => {
  await page.goto('/privacy');
  const part = page.locator('#cookie-policy-consent');
  await expect(page.locator('.lay-out-late')).toHaveCount(0);
  await part.evaluate((one: { scrollIntoView(): void }) => one.scrollIntoView());
  const place = await part.boundingBox();
  await holdIdle(page);
  await page.reload();
  expect(await isLaidOut(page.locator('footer p').first())).toBe(true);
  await expect.poll(() => part.boundingBox()).toEqual(place);
});

test('a link to a section leads there while the page is not whole yet', async ({ page }) => {
  await holdIdle(page);
  await page.goto('/');
  expect(await isLaidOut(page.locator('footer p').first())).toBe(false);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await sectionIsBelowHeader(page, 'pricing');
});

test('a page that is opened at a section stays in its place while what is around that is laid out', async ({
  page,
}) => {
  await holdIdle(page);
  await page.goto('/terms');
  const title = page.getByRole('heading', { name: 'Terms of Service', level: 2 });
  const before = page.locator('#privacy-policy-what-we-collect p').first();
  const after = page.locator('#cookie-policy-consent p');
  await expect(title).toBeInViewport();
  expect(await isLaidOut(before)).toBe(false);
  expect(await isLaidOut(after)).toBe(false);
  const place = await title.boundingBox();
  await letIdle(page);
  await expect.poll(() => isLaidOut(after)).toBe(true);
  expect(await isLaidOut(before)).toBe(true);
  expect(await title.boundingBox()).toEqual(place);
});

test('nor does the last section move, below which the page ends', async ({ page }) => {
  const last = 'acceptable-use-breaches';
  const top = `document.getElementById('${last}').getBoundingClientRect().top`;
  await page.addInitScript(`
    addEventListener('load', () => requestAnimationFrame(() => { globalThis.first = ${top}; }));
  `);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/privacy#${last}`);
  await expect(page.locator('.lay-out-late')).toHaveCount(0);
  expect(await page.evaluate(top)).toBe(await page.evaluate('first'));
});

test('an address that names a section opens there', async ({ page }) => {
  await page.goto('/#pricing');
  await expect(page.locator('.lay-out-late')).toHaveCount(0);
  await sectionIsBelowHeader(page, 'pricing');
});
