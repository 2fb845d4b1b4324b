import { readdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { live, publicAddresses } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const assets = new URL('../../web/build/client/assets', import.meta.url);

for (const path of publicAddresses) {
  test(`${path} is styled by the public sheet alone: that of the signed-in area changes nothing`, async ({
    page,
  }) => {
    await live(page, path);
    const alone = await stylesAt(page, 320);
    const aloneWide = await stylesAt(page, 1024);
    const files = await readdir(assets);
    const sheet = files.find((file) => /^signed-in-.*\.css$/.test(file));
    await page.addStyleTag({ url: `/assets/${sheet}` });
    expect(await stylesAt(page, 1024)).toEqual(aloneWide);
    expect(await stylesAt(page, 320)).toEqual(alone);
  });
}

/** What each kind of element on the page looks like, by its tag and classes. */
async function stylesAt(page: Page, width: number): Promise<Record<string, string[]>> {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate<Record<string, string[]>>(`
    const looks = {};
    for (const element of document.querySelectorAll('body, body *')) {
      const name = element.tagName + ' ' + element.getAttribute('class');
      if (name in looks || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const own = [...style].filter((property) => !property.startsWith('--'));
      looks[name] = own.map((property) => property + ': ' + style.getPropertyValue(property));
    }
    looks;
  `);
}
