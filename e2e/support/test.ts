import { test as base } from '@playwright/test';
import { type Stack, startStack } from './stack.ts';

/**
 * Playwright's test with the whole product running. Files share a stack unless they name one of
 * their own with `test.use({ stackName })`, which a journey does that counts what happens in it.
 */
export const test = base.extend<
  { baseURL: string },
  { stackName: string; history: boolean; stack: Stack }
>({
  stackName: ['shared', { scope: 'worker', option: true }],
  // Whether the demo's year is lived; such a stack is nobody else's.
  history: [false, { scope: 'worker', option: true }],
  stack: [
    // A name of its own makes Playwright set up a worker, and so a stack, of its own.
    async ({ stackName: _, history }, use) => {
      const stack = await startStack({ history });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
});

export { expect } from '@playwright/test';
