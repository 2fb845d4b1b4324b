import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildWebIfStale } from './web-build.ts';

let root: string;
const put = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const build = (work: () => Promise<void> = async () => {}) => buildWebIfStale(root, work);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'web-build-'));
  put('web/app/screens/home.tsx', 'one');
  put('web/vite.config.ts', 'config');
  put('contract/src/plans.ts', 'plans');
});
afterEach(() => rmSync(root, { recursive: true }));

test('the client is built once as long as nothing changes', async () => {
  expect(await build()).toBe(true);
  expect(await build()).toBe(false);
});

test.each([
  'web/app/screens/home.tsx',
  'web/app/new.tsx',
  'web/vite.config.ts',
  'contract/src/plans.ts',
  'package-lock.json',
])('a change of %s makes the build stale', async (path) => {
  await build();
  put(path, 'changed');
  expect(await build()).toBe(true);
});

test('a renamed file makes the build stale', async () => {
  await build();
  rmSync(join(root, 'web/app/screens/home.tsx'));
  put('web/app/screens/start.tsx', 'one');
  expect(await build()).toBe(true);
});

test('a build that was interrupted is done again, even if the sources go back', async () => {
  await build();
  put('web/app/screens/home.tsx', 'two');
  await expect(build(() => Promise.reject(new Error('interrupted')))).rejects.toThrow();
  put('web/app/screens/home.tsx', 'one');
  expect(await build()).toBe(true);
});

test('of two at once one builds, and the other waits for it', async () => {
  const events: string[] = [];
  const work = async () => {
    events.push('began');
    await sleep(20);
    events.push('ended');
  };
  const answers = await Promise.all([build(work), build(work)]);
  expect(answers.toSorted()).toEqual([false, true]);
  expect(events).toEqual(['began', 'ended']);
});

test('a build that failed lets the next one in', async () => {
  await expect(build(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  expect(await build()).toBe(true);
});

test('a source changed during the build is built the next time', async () => {
  await build(async () => put('web/app/screens/home.tsx', 'two'));
  expect(await build()).toBe(true);
});
