import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has. */
const most = 150;

/**
 * What has the focus shows it, and nothing that sticks to the window's edge hides it. A control that
 * is drawn by its label is looked at through its label.
 */
export async function expectFocusShown(page: Page): Promise<void> {
  const state = () =>
    page.evaluate<string>(`{
      const at = document.activeElement;
      const drawn = at.closest('label') ?? at;
      const { left, top, width, height } = drawn.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      const style = [at, drawn].map((each) => getComputedStyle(each).outlineStyle);
      const name = (element) => element.outerHTML.slice(0, 120);
      if (at === document.body) 'lost';
      else if (style.every((line) => line === 'none')) 'no outline on ' + name(at);
      else if (!seen) 'out of view, on ' + name(at);
      else if (!drawn.contains(seen) && !seen.contains(drawn)) name(at) + ' covered by ' + name(seen);
      else 'shown';
    }`);
  await expect.poll(state, 'the focus').toBe('shown');
}

/** Presses Tab until the target has the focus, which shows at every stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(':focus').and(target).count()) > 0) return expectFocusShown(page);
  }
  throw new Error(`Tab never reaches ${target}`);
}

/** Goes to the target with Tab and presses Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Waits until a dialog that was asked for has the focus, then presses one of its buttons. */
export async function answer(page: Page, dialog: Locator, name: string): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await enter(page, dialog.getByRole('button', { name, exact: true }));
}

/** The focus is inside an open dialog, and Tab does not lead out of it either way. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await expectFocusShown(page);
    await page.keyboard.press(key);
  }
  await expect(dialog.locator(':focus')).toHaveCount(1);
}
