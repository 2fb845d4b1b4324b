import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{contract,api,stripe-sandbox,mail-catcher,scripts}/**/*.test.ts',
      'web/app/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
