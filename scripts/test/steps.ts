import { join } from 'node:path';
import { root } from '../lib/paths.ts';
import { startPostgres } from '../lib/postgres.ts';
import { buildWebIfStale } from '../lib/web-build.ts';
import { findChromium } from './chromium.ts';
import { readPlaywright, readVitest } from './reports.ts';
import { check, type Result } from './result.ts';
import { type Command, runCommand } from './run-command.ts';

/** Where a step may write: its log, and the report of its test runner. */
export type Files = { log: string; report: string };

export type Step = { name: string; title: string; run: (files: Files) => Promise<Result> };

/** A step that passes when all its commands do. All of them run, so that all faults are seen. */
const commands =
  (...all: Command[]) =>
  async ({ log }: Files): Promise<Result> => {
    let ok = true;
    for (const command of all) ok = (await runCommand(command, log)) && ok;
    return check(ok);
  };

async function vitest(args: string[], env: Record<string, string>, files: Files): Promise<Result> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${files.report}`];
  const run = ['vitest', 'run', ...args, ...reporters];
  return readVitest(files.report, await runCommand({ run, env }, files.log));
}

async function onPostgres(files: Files): Promise<Result> {
  const { url, stop } = await startPostgres();
  try {
    const env = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: url };
    return await vitest([join(root, 'api/')], env, files);
  } finally {
    await stop();
  }
}

async function build({ log }: Files): Promise<Result> {
  const run = ['npm', 'run', 'build', '-w', 'web'];
  await buildWebIfStale(root, async () => {
    const ok = await runCommand({ run, env: { NODE_ENV: 'production' } }, log);
    if (!ok) throw new Error('The web client does not build');
  });
  return check(true);
}

async function journeys({ log, report }: Files): Promise<Result> {
  const env = { CHROMIUM_PATH: await findChromium(log), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const run = ['playwright', 'test', '--reporter=list,json'];
  return readPlaywright(report, await runCommand({ run, cwd: 'e2e', env }, log));
}

/** Everything `npm test` does, in its order. */
export const steps: Step[] = [
  {
    name: 'lint',
    title: 'Lint and format',
    run: commands({ run: ['biome', 'ci', '--colors=off', '.'] }),
  },
  {
    name: 'types',
    title: 'Types',
    run: commands(
      { run: ['tsc', '-p', 'tsconfig.json'] },
      { run: ['react-router', 'typegen'], cwd: 'web' },
      { run: ['tsc', '-p', 'web/tsconfig.json'] },
    ),
  },
  { name: 'dead-code', title: 'Dead code', run: commands({ run: ['knip'] }) },
  {
    name: 'unit',
    title: 'Unit and integration tests on PGlite',
    run: (files) => vitest([], { TEST_DATABASE: 'pglite' }, files),
  },
  { name: 'postgres', title: 'Integration tests on PostgreSQL', run: onPostgres },
  { name: 'build', title: 'Web build', run: build },
  { name: 'e2e', title: 'Browser journeys', run: journeys },
];
