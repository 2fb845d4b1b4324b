import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { cheapPasswords } from './api/src/testing/cheap-passwords.ts';
import { SpreadSequencer } from './scripts/test/spread-sequencer.ts';
import { testFiles } from './scripts/test/test-files.ts';

/**
 * Where the engine matters: its dialect, locks, jobs, start and files. All others run on PostgreSQL. The journeys of
 * products are on PGlite, too.
 */
const enginesOwn = testFiles([
  'api/src/db/functions',
  'api/src/features/billing/races',
  'api/src/features/billing/stripe/events/intake',
  'api/src/features/billing/stripe/events/webhook',
  'api/src/features/billing/subscriptions/repository',
  'api/src/features/dashboards/dashboards',
  'api/src/features/exports/exports',
  'api/src/features/tallies/tallies',
  'api/src/features/users/list',
]);

/**
 * What begins servers and installations, and needs no build: with the server's tests it takes turns with what computes,
 * and the one process of the small tests is done before the journeys are.
 */
const processes = ['scripts/{bootstrap,lib}/**/*.test.ts'];

/**
 * One module graph for all files of a worker: loading ours anew for each costs 2 s. What is polled for comes in
 * its own time on a busy machine, too.
 */
const usual = {
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // More of them than cores: many suites wait more than they compute, for jobs, mails and clocks.
    maxWorkers: availableParallelism() * 2 + 1,
    sequence: { sequencer: SpreadSequencer },
    projects: [
      {
        test: {
          name: 'api',
          include: ['{api,bench}/**/*.test.ts', ...processes],
          globalSetup: 'api/src/testing/global-setup.ts',
          alias: cheapPasswords,
          ...usual,
        },
      },
      {
        test: {
          name: 'pglite',
          include: enginesOwn,
          env: { TEST_DATABASE: 'pglite' },
          alias: cheapPasswords,
          ...usual,
        },
      },
      {
        test: {
          name: 'unit',
          include: [
            '{contract,stripe-sandbox,mail-catcher,scripts}/**/*.test.ts',
            'web/*.test.ts',
            'web/app/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...processes],
          ...usual,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['web/app/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { width: 1280, height: 800 } },
          // Time goes on as it is told, and otherwise as it does.
          fakeTimers: {
            toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
            shouldAdvanceTime: true,
          },
          setupFiles: 'web/app/testing/setup.ts',
          ...usual,
        },
      },
    ],
  },
});
