import { readdir } from 'node:fs/promises';
import { live, publicAddresses } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';

const assets = new URL('../../web/build/client/assets', import.meta.url);

test('public pages are styled by their own sheet alone: that of the signed-in area changes nothing', async ({
  page,
}) => {
  const files = await readdir(assets);
  const sheet = files.find((file) => /^signed-in-.*\.css$/.test(file));
  for (const path of publicAddresses) {
    await live(page, path);
    await page.evaluate(noteStyles);
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('noteStyles()');
      const added = await page.addStyleTag({ url: `/assets/${sheet}` });
      const { compared, different } = await page.evaluate<Comparison>('compareStyles()');
      expect(different, `${path} at ${width} px`).toEqual([]);
      expect(compared).toBeGreaterThan(10);
      await added.evaluate((style) => style.remove());
    }
  }
});

/** How many kinds of elements were compared, and what became different. */
interface Comparison {
  compared: number;
  different: string[];
}

/**
 * Functions for the page: what each kind of element looks like, by its tag and classes, is noted and
 * compared there, for it is a hundred thousand values.
 */
const noteStyles = `
  const styles = () => {
    const looks = new Map();
    for (const element of document.querySelectorAll('body, body *')) {
      const name = element.tagName + ' ' + element.getAttribute('class');
      if (looks.has(name) || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const own = [...style].filter((property) => !property.startsWith('--'));
      looks.set(name, own.map((property) => property + ': ' + style.getPropertyValue(property)));
    }
    return looks;
  };
  let before;
  globalThis.noteStyles = () => void (before = styles());
  globalThis.compareStyles = () => {
    const after = styles();
    const names = [...new Set([...before.keys(), ...after.keys()])];
    const different = names.flatMap((name) => {
      const [old = [], now = []] = [before.get(name), after.get(name)];
      const changed = now.filter((value, index) => value !== old[index]);
      return changed.length + old.length - now.length === 0 ? [] : [name + ' ' + changed.join('; ')];
    });
    return { compared: names.length, different };
  };
`;
