import { test as base } from '@playwright/test';
import { type Stack, startStack } from './stack.ts';

/** Playwright's test with the whole product running, one stack for each file of journeys. */
export const test = base.extend<{ baseURL: string }, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters from the source
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
});

export { expect } from '@playwright/test';
