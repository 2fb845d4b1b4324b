import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{contract,api,stripe-sandbox,mail-catcher,scripts}/**/*.test.ts',
      'web/app/**/*.test.ts',
    ],
    // Many suites wait more than they compute, so no core is left out.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
