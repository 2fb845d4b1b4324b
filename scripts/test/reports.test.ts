import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPlaywright, readVitest } from './reports.ts';
import { total } from './result.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
  file = join(folder, 'report.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const vitest = (success: boolean, ...files: string[][]) =>
  writeFileSync(
    file,
    JSON.stringify({
      success,
      testResults: files.map((states) => ({
        status: success ? 'passed' : 'failed',
        assertionResults: states.map((status) => ({ status })),
      })),
    }),
  );
const playwright = (stats: object, errors: string[] = []) =>
  writeFileSync(
    file,
    JSON.stringify({
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
      errors,
    }),
  );

test('passed and failed tests are counted over all files', () => {
  vitest(false, ['passed', 'failed'], ['passed']);
  expect(readVitest(file, false)).toMatchObject({ passed: 2, failed: 1 });
});

test.each(['skipped', 'pending', 'todo', 'disabled'])('a test that is %s failed', (state) => {
  vitest(true, ['passed', state]);
  expect(readVitest(file, true)).toMatchObject({ passed: 1, failed: 1 });
});

test('a file that could not be loaded failed', () => {
  vitest(false, []);
  expect(readVitest(file, false)).toMatchObject({ passed: 0, failed: 1 });
});

test('a runner that ended badly failed, though every test passed', () => {
  vitest(true, ['passed']);
  expect(readVitest(file, false)).toMatchObject({ passed: 1, failed: 1 });
  playwright({ expected: 1 }, ['no teardown']);
  expect(readPlaywright(file, true)).toMatchObject({ passed: 1, failed: 1 });
});

test('a run without tests and one without a report failed', () => {
  expect(readVitest(file, true)).toMatchObject({ passed: 0, failed: 1 });
  vitest(true);
  expect(readVitest(file, true)).toMatchObject({ passed: 0, failed: 1 });
  playwright({});
  expect(readPlaywright(file, true)).toMatchObject({ passed: 0, failed: 1 });
});

test('a skipped browser journey failed', () => {
  playwright({ expected: 3, unexpected: 1, skipped: 1 });
  expect(readPlaywright(file, false)).toMatchObject({ passed: 3, failed: 2 });
});

test('a browser journey that passed only at a second try failed', () => {
  playwright({ expected: 3, flaky: 1 });
  expect(readPlaywright(file, true)).toMatchObject({ passed: 3, failed: 1 });
});

test('a run without tests is right only where none can be affected', () => {
  vitest(true);
  expect(readVitest(file, true, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 0 });
  expect(readVitest(file, false, { mayBeEmpty: true })).toMatchObject({ failed: 1 });
});

test('the total is the sum over all steps', () => {
  expect(
    total([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3, reason: 'why' },
    ]),
  ).toEqual({
    passed: 3,
    failed: 3,
  });
});
