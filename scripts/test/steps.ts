import type { Changes } from './changes.ts';
import { findChromium } from './chromium.ts';
import { readPlaywright, readVitest } from './reports.ts';
import { check, type Result } from './result.ts';
import { type Command, runCommand } from './run-command.ts';

/** Where a step may write: its log, and the report of its test runner. */
export type Files = { log: string; report: string };

export type Step = {
  name: string;
  title: string;
  /** The steps before it that it waits for, however they end. The others run beside it. */
  after: string[];
  /** With changes, runs only what those can affect, as far as it can tell. */
  run: (files: Files, changes?: Changes) => Promise<Result>;
};

/** A step that passes when all its commands do. All of them run, so that all faults are seen. */
const commands =
  (...all: Command[]) =>
  async ({ log }: Files): Promise<Result> => {
    let ok = true;
    for (const command of all) ok = (await runCommand(command, log)) && ok;
    return check(ok);
  };

/** Four checkers, as many as it has otherwise, take over twice the processor's time, and longer on two cores. */
const tsc = ['tsc', '--checkers', '1', '-p'];

/** The tests of some of the projects of `vitest.config.ts`. */
const vitest =
  (...which: string[]) =>
  async ({ log, report }: Files, changes?: Changes): Promise<Result> => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const only = changes ? [`--changed=${changes.since}`, '--passWithNoTests'] : [];
    const ok = await runCommand({ run: ['vitest', 'run', ...which, ...only, ...reporters] }, log);
    return readVitest(report, ok, { mayBeEmpty: changes !== undefined });
  };

async function journeys({ log, report }: Files, changes?: Changes): Promise<Result> {
  const only = Array.isArray(changes?.journeys) ? changes.journeys : [];
  const env = {
    CHROMIUM_PATH: await findChromium(log),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Node reads TypeScript itself: Playwright would compile it for itself first. (See its configuration, too.)
    PW_DISABLE_TS_ESM: '1',
  };
  const run = ['playwright', 'test', ...only, '--reporter=list,json'];
  return readPlaywright(report, await runCommand({ run, cwd: 'e2e', env }, log));
}

/**
 * Everything `npm test` does. The server's tests wait a part of their time, for jobs, mails and clocks, and leave it
 * to the checks and the build; the journeys wait, too, and leave theirs to the parts, which one process does: each
 * more that comes has to load what is tested anew.
 */
export const steps: Step[] = [
  { name: 'server', title: 'Tests of the server', after: [], run: vitest('--project=api') },
  {
    name: 'lint',
    title: 'Lint and format',
    after: [],
    run: commands({ run: ['biome', 'ci', '--colors=off', '.'] }),
  },
  {
    name: 'types',
    title: 'Types',
    after: ['lint'],
    run: commands({ run: [...tsc, 'tsconfig.json'] }, { run: [...tsc, 'web/tsconfig.json'] }),
  },
  {
    name: 'dead-code',
    title: 'Dead code',
    after: ['types'],
    run: commands({ run: ['knip'] }),
  },
  {
    name: 'build',
    title: 'Build',
    after: ['dead-code'],
    run: commands({ run: ['npm', 'run', 'build'] }),
  },
  {
    name: 'parts',
    title: 'Tests of parts, screens and the embedded database',
    after: ['server', 'build'],
    run: vitest('--project=!api', '--maxWorkers=1'),
  },
  { name: 'e2e', title: 'Browser journeys', after: ['server', 'build'], run: journeys },
];

/** What changes can affect of all that. */
export function stepsFor(changes: Changes): Step[] {
  return steps
    .filter(({ name }) => changes.journeys !== 'none' || !['build', 'e2e'].includes(name))
    .map((step) => ({ ...step, run: (files) => step.run(files, changes) }));
}
