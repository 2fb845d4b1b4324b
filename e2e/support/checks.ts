import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import { usualWidths, widen } from './widths.ts';

const require = createRequire(import.meta.url);

/** The small form of it, which a page reads in three fifths of the time. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

// A colour that is on its way from one to another is none that anybody reads.
const untilAtRest = `new Promise(requestAnimationFrame).then(() => Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))`;
const runAxe = `axe.run(document, { resultTypes: ['violations'], preload: { assets: ['media'] } }).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`;

/** What axe has to say against the page as it stands: each rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<[rule: string, elements: string[]][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  await page.evaluate(untilAtRest);
  return page.evaluate(runAxe);
}

/** How far the page reaches beside the window. */
const beside = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/**
 * Gives the window a width, at which nothing scrolls sideways: at once where styles lay the page out, and where code
 * does, as for a table that becomes cards, as soon as that has run.
 */
export async function expectWithin(page: Page, width: number): Promise<void> {
  await widen(page, width);
  const overflow = () => page.evaluate<number>(beside);
  await expect.poll(overflow, `${page.url()} at ${width} px scrolls sideways`).toBe(0);
}

/**
 * Finds no axe violation at the narrowest and the widest width, and no sideways scrolling at each,
 * on the page as it stands.
 */
export async function expectAccessibleHere(page: Page, widths = usualWidths): Promise<void> {
  for (const width of widths) {
    await expectWithin(page, width);
    if (width === Math.min(...widths) || width === Math.max(...widths)) {
      expect(await violationsOn(page), `${page.url()} at ${width} px`).toEqual([]);
    }
  }
}

const stops = `[...document.querySelectorAll('main :is(a[href], button, input)')]
  .filter((element) => element.checkVisibility())`;

/** The Tab key reaches every link, button and field of the page's main part, and each shows it. */
export async function expectKeyboardReachesAll(page: Page): Promise<void> {
  const count = await page.evaluate<number>(`${stops}.length`);
  const reached = new Set<number>();
  for (let presses = 0; presses < count + 40 && reached.size < count; presses += 1) {
    await page.keyboard.press('Tab');
    const index = await page.evaluate<number>(`${stops}.indexOf(document.activeElement)`);
    if (index < 0) continue;
    reached.add(index);
    const outline = await page.evaluate<string>(
      'getComputedStyle(document.activeElement).outlineStyle',
    );
    expect(outline, `the focus shows on stop ${index} of ${page.url()}`).not.toBe('none');
  }
  expect(reached.size, `${page.url()} by keyboard`).toBe(count);
}

const parts = ['red', 'green', 'blue'] as const;

/** The colour of something has more of one part than of the others, once it has stopped changing. */
export async function expectMostly(
  part: (typeof parts)[number],
  target: Locator,
  property: 'color' | 'backgroundColor',
): Promise<void> {
  const lead = async () => {
    const colour: string = await target.evaluate(
      (element, name) => element.ownerDocument.defaultView.getComputedStyle(element)[name],
      property,
    );
    const amounts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const [own = 0] = amounts.splice(parts.indexOf(part), 1);
    return own - Math.max(...amounts);
  };
  await expect.poll(lead, `${property} is mostly ${part}`).toBeGreaterThan(0);
}
