import { readFileSync } from 'node:fs';
import { failure, judge, type Result } from './result.ts';

type VitestReport = {
  success: boolean;
  testResults: Array<{ status: string; assertionResults: Array<{ status: string }> }>;
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const noReport = (runner: string): Result =>
  failure(`${runner} ended without a report; its output is above`);

/**
 * The result in a report of Vitest's JSON reporter. A file that could not be loaded failed once.
 * `mayBeEmpty`: nothing has to be run where no test can be affected.
 */
export function readVitest(file: string, ok: boolean, { mayBeEmpty = false } = {}): Result {
  const report = readReport<VitestReport>(file);
  if (!report) return noReport('Vitest');
  if (mayBeEmpty && ok && report.testResults.length === 0) return { passed: 0, failed: 0 };
  const states = report.testResults.flatMap(({ status, assertionResults }) =>
    assertionResults.length === 0 && status === 'failed'
      ? ['failed']
      : assertionResults.map((test) => test.status),
  );
  const count = (state: string) => states.filter((each) => each === state).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const skipped = states.length - passed - failed;
  return judge({ passed, failed, skipped }, ok && report.success);
}

/**
 * The result in a report of Playwright's JSON reporter. Nothing is tried twice; a journey that is
 * said to have passed only then failed.
 */
export function readPlaywright(file: string, ok: boolean): Result {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return noReport('Playwright');
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  return judge({ passed, failed: unexpected + flaky, skipped }, ok && report.errors.length === 0);
}
