import type { Locator, Page } from '@playwright/test';

/** The figure of a card by the card's name. */
export function figure(page: Page, name: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd')
    .first();
}
