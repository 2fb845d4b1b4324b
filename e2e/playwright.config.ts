import { defineConfig } from '@playwright/test';
import type { StackOptions } from './support/stack.ts';

// What Node has read itself stands where it was written. Playwright looks at the stack with each call, and would have all
// of it looked up in maps, which is a seventh of what its processes do.
if (process.env.PW_DISABLE_TS_ESM) {
  Object.assign(Error, { prepareStackTrace: undefined, stackTraceLimit: 20 });
}

/**
 * The journeys that need a stack which others are not on: they move its clock far, kill it, or count
 * what happens in it. Those of a group take turns on one.
 */
const ownStacks: { files: string[]; use?: Partial<StackOptions> }[] = [
  { files: ['payment-problem', 'subscription-lives', 'withdrawing'] },
  { files: ['killed'], use: { pglite: true } },
  { files: ['demo-history'], use: { history: true } },
  { files: ['example-product', 'connections'], use: { example: true, pglite: true } },
  { files: ['subscribe', 'subscribers-moved'] },
];
const spec = (file: string) => `${file}.spec.ts`;

export default defineConfig<object, StackOptions>({
  testDir: './journeys',
  globalSetup: './support/first-start.ts',
  outputDir: '../test-results',
  // Each worker has a stack of its own: the journeys of a file take turns. The long ones come first.
  // More of them than cores: each waits half of its time, for pages, mails and the clock.
  workers: 3,
  fullyParallel: false,
  projects: [
    ...ownStacks.map(({ files, use = {} }) => {
      return { name: files.join(', '), testMatch: files.map(spec), workers: 1, use };
    }),
    { name: 'shared', testIgnore: ownStacks.flatMap(({ files }) => files).map(spec) },
  ],
  timeout: 120_000,
  retries: 0,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    // What moves takes a sixth of the browser's work, and is looked at where it is meant to.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds: what is compiled for long use, in other threads, is hardly used.
        '--js-flags=--no-maglev --no-opt',
      ],
    },
  },
});
