import { readFileSync } from 'node:fs';
import { failure, judge, type Result } from './result.ts';

type VitestReport = {
  success: boolean;
  testResults: Array<{ status: string; assertionResults: Array<{ status: string }> }>;
};

type Suite = {
  specs?: Array<{ title: string; tests: Array<{ status: string }> }>;
  suites?: Suite[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: Suite[];
};

/** More journeys of one run than this do not fail by chance (docs/decisions/0034). */
const SECOND_TRIES = 2;

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const noReport = (runner: string): Result =>
  failure(`${runner} ended without a report; its output is above`);

/** The result in a report of Vitest's JSON reporter. A file that could not be loaded failed once. */
export function readVitest(file: string, ok: boolean): Result {
  const report = readReport<VitestReport>(file);
  if (!report) return noReport('Vitest');
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

const titlesOfFlaky = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title),
  ...suites.flatMap(titlesOfFlaky),
];

/**
 * The result in a report of Playwright's JSON reporter. A journey that passed only at its second try
 * passed, and is named; of more than two in one run each failed.
 */
export function readPlaywright(file: string, ok: boolean): Result {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return noReport('Playwright');
  const { expected, unexpected, flaky, skipped } = report.stats;
  const [passed, failed] =
    flaky > SECOND_TRIES ? [expected, unexpected + flaky] : [expected + flaky, unexpected];
  const result = judge({ passed, failed, skipped }, ok && report.errors.length === 0);
  const secondTry = titlesOfFlaky({ suites: report.suites }).map(
    (title) => `Passed only at its second try: ${title}`,
  );
  const reason = [result.reason, ...secondTry].filter(Boolean).join('\n');
  return reason ? { ...result, reason } : result;
}
