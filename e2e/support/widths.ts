import type { Page } from '@playwright/test';

const height = 800;

/** The widths a page is looked at unless told; the desktop begins at 1024 (product G32). */
export const usualWidths = [320, 768, 1024, 1440];

/** Gives the window a width, and waits until the page is drawn at it: it is not loaded anew for each. */
export async function widen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  );
}

/** What is found at each width of the window, on the page as it stands. */
export async function atEach<Found>(
  page: Page,
  widths: number[],
  find: () => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const width of widths) {
    await widen(page, width);
    found.push(await find());
  }
  return found;
}
