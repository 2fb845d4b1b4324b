import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from '../test/chromium.ts';
import { firstLine, type Outcome, type Run, reported, without } from './runners.ts';

type Suite = {
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: {
      results: {
        status: string;
        startTime: string;
        duration: number;
        errors: { message?: string }[];
      }[];
    }[];
  }[];
};

/** Runs journeys with Playwright, by one worker. Chromium says in its log what it comes by. */
export async function runPlaywright(run: Run): Promise<Outcome> {
  const browser = writeBrowser(await findChromium(run.log), run);
  const { report, isLate } = await reported<{ suites: Suite[]; errors: { message: string }[] }>(
    run,
    run.stopsEarly ? 300_000 : 900_000,
    (file) => ({
      cwd: join(run.tree, 'e2e'),
      env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      run: [
        'playwright',
        'test',
        ...run.files.map((name) => relative('e2e', name)),
        '--workers=1',
        '--timeout=90000',
        ...(run.stopsEarly ? ['--max-failures=1'] : []),
        '--reporter=list,json',
      ],
    }),
  );
  rmSync(browser);
  if (!report) return without(isLate);
  const specs = report.suites.flatMap((suite) => allSpecs(suite));
  const tests = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ results }) => results.map((result) => ({ file, title, ...result }))),
  );
  const failures = tests
    .filter(({ status }) => ['failed', 'timedOut'].includes(status))
    .map(({ file, title, errors }) => ({ file, test: title, why: firstLine(errors[0]?.message) }));
  const seconds: Record<string, number> = {};
  for (const { file, duration } of tests) seconds[file] = (seconds[file] ?? 0) + duration / 1000;
  const spans = tests.map(({ file, startTime, duration }) => {
    const from = Date.parse(startTime);
    return { file, from, to: from + duration };
  });
  const outcome = { failures, seconds, isLate, spans };
  if (failures.length > 0 || report.errors.length === 0) return outcome;
  const why = firstLine(report.errors[0]?.message);
  return { ...outcome, failures: [{ file: run.files[0] ?? '', test: '(the file)', why }] };
}

function allSpecs({
  file,
  specs,
  suites = [],
}: Suite): (Suite['specs'][number] & { file: string })[] {
  const own = specs.map((spec) => ({ ...spec, file: `e2e/journeys/${file}` }));
  return [...own, ...suites.flatMap(allSpecs)];
}

/** A program that is the browser with the mutants in its name, where pages can read them. */
function writeBrowser(chromium: string, { active, reached }: Run): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mutant-browser-')), 'chromium');
  const name = `Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36 mutants/${active.join(',')}${reached ? 'w' : ''}`;
  const noted = reached ? `--enable-logging=stderr "$@" 2>> '${reached}/browser'` : '"$@"';
  writeFileSync(path, `#!/bin/sh\nexec '${chromium}' '--user-agent=${name}' ${noted}\n`, {
    mode: 0o755,
  });
  return path;
}
