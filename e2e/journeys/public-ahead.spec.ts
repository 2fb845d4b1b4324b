import type { Page } from '@playwright/test';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const documents = [
  '/',
  '/services',
  '/about-us',
  '/accessibility',
  '/privacy',
  '/privacy-policy',
  '/terms',
];

/** The pages that the browser may prepare from the one it shows, and those that it did. */
async function watchAhead(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const sources = new Map<string, string[]>();
  const seen = {
    prepared: [] as string[],
    /** From the page that is shown now. */
    async mayBe(): Promise<string[]> {
      const { frameTree } = await devtools.send('Page.getFrameTree');
      return sources.get(frameTree.frame.loaderId) ?? [];
    },
  };
  devtools.on('Preload.preloadingAttemptSourcesUpdated', ({ loaderId, ...told }) => {
    const paths = told.preloadingAttemptSources.map(({ key }) => new URL(key.url).pathname);
    sources.set(loaderId, paths);
  });
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') seen.prepared.push(new URL(prefetchUrl).pathname);
  });
  await devtools.send('Preload.enable');
  return seen;
}

test('from a public page only other public pages may be prepared ahead (product P53)', async ({
  page,
}) => {
  const seen = await watchAhead(page);
  for (const path of [...documents, '/nowhere']) {
    const others = documents.filter((other) => other !== path);
    await page.goto(path);
    await expect.poll(async () => (await seen.mayBe()).length, path).toBeGreaterThan(0);
    const mayBe = await seen.mayBe();
    expect(others, path).toEqual(expect.arrayContaining([...new Set(mayBe)]));
    expect(mayBe).toContain(path === '/about-us' ? '/services' : '/about-us');
    // Nobody has been near a link.
    expect(seen.prepared).toEqual([]);
  }
});

test('a page is there before the click of somebody who stays on its link', async ({ page }) => {
  const seen = await watchAhead(page);
  await page.goto('/');
  const link = page.getByRole('banner').getByRole('link', { name: 'Services' });
  await link.hover();
  await expect.poll(() => seen.prepared).toEqual(['/services']);
  await link.click();
  await expect(page).toHaveURL('/services');
  expect(await page.evaluate("performance.getEntriesByType('navigation')[0].deliveryType")).toBe(
    'navigational-prefetch',
  );
});

test('no page is prepared whose visitors React has to know first', async ({ page, stack }) => {
  await arrive(page, stack);
  const seen = await watchAhead(page);
  await page.goto('/');
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /Subscribe Now/ })
    .hover();
  await page.getByRole('button', { name: /Priya Nair/ }).click();
  await page.getByRole('link', { name: 'My account' }).hover();
  await page.getByRole('button', { name: 'Logout' }).hover();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).hover();
  await expect.poll(() => seen.prepared).toEqual(['/about-us']);
});
