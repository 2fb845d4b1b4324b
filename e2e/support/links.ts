import type { Locator, Page } from '@playwright/test';

/** The visible ones. */
export async function visible(all: Locator): Promise<Locator[]> {
  const found = await all.all();
  const shown = await Promise.all(found.map((each) => each.isVisible()));
  return found.filter((_, index) => shown[index]);
}

/** The menus of a part of the page, each with the button that opens it. */
export async function menusOf(page: Page, part: Locator) {
  const buttons = await visible(part.locator('button[popovertarget]'));
  return Promise.all(
    buttons.map(async (button) => {
      const menu = page.locator(`#${await button.getAttribute('popovertarget')}`);
      return { button, menu };
    }),
  );
}

/**
 * Brings each visible link of a part to the middle of the screen. Answers their addresses, and the
 * addresses that a click there would follow: whatever covers a link gets its click.
 */
export function reachedByMouse(part: Locator, links: string) {
  return part.evaluate((root, selector) => {
    const page = root.ownerDocument;
    const isShown = (link: typeof root) =>
      link.checkVisibility({ visibilityProperty: true }) &&
      link.getBoundingClientRect().width * link.getBoundingClientRect().height > 0;
    const shown = [...root.querySelectorAll(selector)].filter(isShown);
    const reached = shown.map((link) => {
      link.scrollIntoView({ block: 'center', behavior: 'instant' });
      const [{ x, y, width, height }] = link.getClientRects();
      const hit = page.elementFromPoint(x + width / 2, y + height / 2)?.closest('a');
      return hit === link ? link.getAttribute('href') : `not ${link.textContent}`;
    });
    return { shown: shown.map((link) => link.getAttribute('href')), reached };
  }, links);
}

/** From now on a click on a link leads nowhere and is noted: answers the addresses, and forgets. */
export async function noteClicks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.clicked = [];
    const note = (event) => {
      const link = event.target.closest('a');
      if (!link) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clicked.push(link.getAttribute('href'));
    };
    addEventListener('click', note, { capture: true });
  }`);
  return () => page.evaluate('clicked.splice(0)');
}

/** Clicks where something stands in the middle of the screen: whatever covers it gets the click. */
export async function clickOn(page: Page, target: Locator): Promise<void> {
  const { x, y } = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [box] = element.getClientRects();
    if (!box) throw new Error('It has no place on the screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(x, y);
}

/** What Tab stops at on a page, in its order: for the page, which answers with a text. */
export const tabStops = `
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter((stop) => stop.checkVisibility({ visibilityProperty: true }))
    .map((stop) => stop.outerHTML.slice(0, 200))
    .join(' ')`;

/** Puts the focus where it is on a page that has just come: the next Tab leads to the first link. */
async function startOver(page: Page): Promise<void> {
  await page.evaluate(`
    document.body.tabIndex = -1;
    document.body.focus({ preventScroll: true });
    document.body.removeAttribute('tabindex');
  `);
}

/** Goes through the page from its start with Tab, pressing Enter on each link and menu button. */
export async function pressEveryLink(page: Page): Promise<void> {
  await startOver(page);
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const kind = await page.evaluate(`{
      const at = document.activeElement;
      if (!at || at === document.body) 'end';
      else if (at.matches('a[href], button[popovertarget]:not([aria-expanded=true])')) 'pressed';
      else 'other';
    }`);
    if (kind === 'end' && presses > 0) return;
    if (kind === 'pressed') await page.keyboard.press('Enter');
  }
  throw new Error('Tab never reaches the end of the page');
}
