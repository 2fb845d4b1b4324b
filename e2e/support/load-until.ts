import { expect } from '@playwright/test';

/** So long a page may take on a slow machine until it shows what it has read. */
const aPage = { timeout: 5_000 };

/**
 * Loads a page again and again until it shows what comes to be a moment after the step before. Fails with what
 * was looked for last; without a `timeout` (ms), once the test's own time is over.
 */
export async function loadUntil(
  load: () => Promise<unknown>,
  shows: (patience: { timeout: number }) => Promise<void>,
  within: { timeout?: number } = {},
): Promise<void> {
  await expect(async () => {
    await load();
    await shows(aPage);
  }).toPass(within);
}
