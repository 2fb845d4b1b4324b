import { test as base } from '@playwright/test';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { hearToasts } from './toasts.ts';

/** Playwright's test with the whole product running, once for each worker. */
export const test = base.extend<{ baseURL: string }, StackOptions & { stack: Stack }>({
  pglite: [false, { scope: 'worker', option: true }],
  history: [false, { scope: 'worker', option: true }],
  example: [false, { scope: 'worker', option: true }],
  stack: [
    async ({ pglite, history, example }, use) => {
      const stack = await startStack({ pglite, history, example });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  context: async ({ context }, use) => {
    await hearToasts(context);
    await use(context);
  },
});

export { expect } from '@playwright/test';
