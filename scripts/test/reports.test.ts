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
const playwright = (stats: object, errors: string[] = [], flaky: string[] = []) =>
  writeFileSync(
    file,
    JSON.stringify({
      stats: { expected: 0, unexpected: 0, flaky: flaky.length, skipped: 0, ...stats },
      errors,
      suites: [
        { suites: [{ specs: flaky.map((title) => ({ title, tests: [{ status: 'flaky' }] })) }] },
        { specs: [{ title: 'steady', tests: [{ status: 'expected' }] }] },
      ],
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

test('one or two browser journeys may pass at their second try, and are named', () => {
  playwright({ expected: 3 }, [], ['buying', 'leaving']);
  expect(readPlaywright(file, true)).toEqual({
    passed: 5,
    failed: 0,
    reason: 'Passed only at its second try: buying\nPassed only at its second try: leaving',
  });
});

test('of three browser journeys that passed at their second try, all failed', () => {
  playwright({ expected: 3 }, [], ['buying', 'leaving', 'coming back']);
  expect(readPlaywright(file, true)).toMatchObject({ passed: 3, failed: 3 });
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
