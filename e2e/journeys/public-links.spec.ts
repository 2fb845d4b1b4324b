import type { Locator, Page } from '@playwright/test';
import {
  clickOn,
  menusOf,
  noteClicks,
  pressEveryLink,
  reachedByMouse,
  tabStops,
  visible,
} from '../support/links.ts';
import { live, publicAddresses } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';
import { usualWidths } from '../support/widths.ts';

/** The link past the header is for the keyboard alone: it shows when it has the focus. */
const skip = '#main';
const links = `a[href]:not([href="${skip}"])`;

/** All pages, link by link, on a machine that may be busy. */
const aWhile = 240_000;

test('every link of every page can be reached by mouse and by keyboard, at every width', async ({
  page,
}) => {
  test.setTimeout(aWhile);
  for (const path of publicAddresses) {
    await live(page, path);
    const clicked = await noteClicks(page);
    const body = page.locator('body');
    const walked = new Set<string>();
    for (const width of usualWidths) {
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        const addresses = await expectInReach(body);
        for (const { button, menu } of await menusOf(page, body)) {
          await clickOn(page, button);
          await expect(menu).toBeVisible();
          addresses.push(...(await expectInReach(menu)));
          await page.keyboard.press('Escape');
        }
        addresses.push(...(await page.locator(`[href="${skip}"]`).all()).map(() => skip));

        // Where Tab has the same stops as at a width before, it goes the same way.
        const stops = [...addresses.toSorted(), await page.evaluate<string>(tabStops)].join();
        if (walked.has(stops)) return;
        walked.add(stops);
        await pressEveryLink(page);
        expect((await clicked()).toSorted()).toEqual(addresses.toSorted());
      });
    }
    // Where the header has a menu, it has another one on a phone.
    const hasMenu = (await page.locator('#site-menu').count()) > 0;
    expect(walked.size, path).toBeGreaterThan(hasMenu ? 1 : 0);
  }
});

/** A click in the middle of each visible link of a part is the link's. Answers their addresses. */
async function expectInReach(part: Locator): Promise<string[]> {
  const { shown, reached } = await reachedByMouse(part, links);
  expect(reached).toEqual(shown);
  return shown;
}

test('every link leads where it says: each address once, from the first page that has it', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(aWhile);
  // Other sites are nobody's business here: their address is what counts.
  await context.route(
    (url) => url.origin !== baseURL,
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
  );
  const followed = new Set<string>();
  for (const path of publicAddresses) {
    await live(page, path);
    const shown = await visible(page.locator('body').locator(links));
    expect(shown.length).toBeGreaterThan(path === '/' ? 20 : 0);
    for (const link of shown) {
      const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
      // The mail program and the telephone are not the browser's.
      if (/^(mailto|tel):./.test(address) || followed.has(address)) continue;
      const outside = (await link.getAttribute('target')) === '_blank';
      await test.step(`${path} to ${address}`, () =>
        (outside ? opensBeside : leadsOn)(page, link, address));
      followed.add(address);
    }
  }
  expect(followed.size).toBeGreaterThan(20);
});

async function opensBeside(page: Page, link: Locator, address: string) {
  await expect(link).toContainText('(opens in a new tab)');
  const opened = page.waitForEvent('popup');
  await link.click();
  const other = await opened;
  await expect(other).toHaveURL(asOpened(address));
  await other.close();
}

/** The terms' own address opens at their section of the legal page. */
const asOpened = (address: string): string =>
  address.replace(/\/terms$/, '/terms#terms-of-service');

async function leadsOn(page: Page, link: Locator, address: string) {
  const heading = page.locator('h1');
  const [before, headingBefore] = [new URL(page.url()), (await heading.textContent()) ?? ''];
  await link.click();
  const { pathname, hash } = new URL(address);
  await expect(page).toHaveURL(asOpened(address));
  // The address changes before the page does, on the way there and on the way back.
  if (pathname !== before.pathname) await expect(heading).not.toHaveText(headingBefore);
  if (hash) await expect(page.locator(hash)).toBeInViewport();
  if (page.url() === asOpened(before.href)) return;
  await page.goBack();
  await expect(page).toHaveURL(asOpened(before.href));
  await expect(heading).toHaveText(headingBefore);
}
