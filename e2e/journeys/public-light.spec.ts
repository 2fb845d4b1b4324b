import type { CDPSession, Page } from '@playwright/test';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { weigh } from '../support/weigh.ts';

const pages = [
  '/',
  '/services',
  '/about-us',
  '/accessibility',
  '/privacy',
  '/privacy-policy',
  '/terms',
  '/nowhere',
];

/** In bytes over the wire, headers included. */
const most = 45_000;

/** Reads to the end, with the pointer resting in the middle of the page. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(640, 400);
  const atEnd = () =>
    page.evaluate<boolean>('scrollY + innerHeight >= document.documentElement.scrollHeight - 2');
  while (!(await atEnd())) {
    await page.mouse.wheel(0, 250);
    await page.evaluate('new Promise((shown) => requestAnimationFrame(shown))');
  }
  await page.clock.runFor(5000);
}

/** The scripts and calls that a page has asked for, or is about to. */
const scriptsAsked = (page: Page): Promise<string[]> =>
  page.evaluate(`[
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...[...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => href),
  ].filter((name) => !/\\.(css|woff2|svg|png)$/.test(name))`);

for (const path of pages) {
  test(`${path} is read to its end in 45 kB, without React and without a call (product P52)`, async ({
    page,
  }) => {
    await page.clock.install();
    const weight = await weigh(page);
    await page.goto(path);
    await readToTheEnd(page);
    expect(await scriptsAsked(page)).toEqual([]);
    expect(weight()).toBeGreaterThan(20_000);
    expect(weight()).toBeLessThanOrEqual(most);
  });
}

test('whoever is signed in reads without React too', async ({ page, stack }) => {
  await page.clock.install();
  await arrive(page, stack);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: /Priya Nair/ })).toBeVisible();
  await readToTheEnd(page);
  expect(await scriptsAsked(page)).toEqual([]);
});

test.describe('what React needs is fetched for somebody who is about to go where it runs', () => {
  const login = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' });
  const react = /\/assets\/react-[^/]+\.js$/;

  test('by the pointer on a link, and nothing runs', async ({ page }) => {
    await page.goto('/about-us');
    const asked = page.waitForRequest(react);
    await login(page).hover();
    await asked;
    await expect(page.locator('html')).not.toHaveAttribute('data-live');
  });

  test('by the keyboard on a link', async ({ page }) => {
    await page.goto('/');
    const asked = page.waitForRequest(react);
    await page.getByRole('article').first().getByRole('link').focus();
    await asked;
  });

  test('not by a pointer on its way across one', async ({ page }) => {
    await page.clock.install();
    await page.goto('/services');
    const { x = 0, y = 0, width = 0 } = (await login(page).boundingBox()) ?? {};
    await holdClock(page);
    await page.mouse.move(x - 20, y + 200);
    await page.mouse.move(x + width / 2, y + 20, { steps: 3 });
    await page.mouse.move(x + width / 2, y + 300, { steps: 3 });
    await page.clock.runFor(500);
    expect(await scriptsAsked(page)).toEqual([]);
  });

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

    test('not by a finger that scrolls, and a tap leads on', async ({ page }) => {
      await page.clock.install();
      await page.goto('/');
      const button = page.getByRole('article').first().getByRole('link');
      await button.scrollIntoViewIfNeeded();
      const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
      await holdClock(page);
      await swipeUp(await page.context().newCDPSession(page), x + 40, y + 20);
      await page.clock.runFor(500);
      expect(await scriptsAsked(page)).toEqual([]);
      await page.clock.resume();
      await button.tap();
      await expect(page).toHaveURL(/\/login\?returnUrl=/);
    });
  });
});

/** Stops a page's clock until it is run: a busy machine would make of what only passes something that rests. */
const holdClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

/** A finger goes down, moves up by 200 px in a third of a second, and leaves. */
async function swipeUp(devtools: CDPSession, x: number, from: number): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await touch('touchStart', from);
  for (let moved = 20; moved <= 200; moved += 20) {
    await touch('touchMove', from - moved);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await touch('touchEnd', from - 200);
}
