import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../lib/paths.ts';

let house: string;
beforeEach(() => {
  house = realpathSync(mkdtempSync(join(tmpdir(), 'main-')));
  for (const folder of ['scripts/test', 'scripts/lib']) {
    cpSync(join(root, folder), join(house, folder), { recursive: true });
  }
  mkdirSync(join(house, 'node_modules'));
  writeFileSync(join(house, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rmSync(house, { recursive: true }));

/** Runs the tests of a house whose only check is the given code, with a channel as the bootstrap has it. */
function start(check: string): ChildProcess {
  const steps = `
    import { check } from './result.ts';
    import { runCommand } from './run-command.ts';
    const node = [process.execPath, '-e', ${JSON.stringify(check)}];
    const run = async ({ log }) => check(await runCommand({ run: node }, log));
    export const steps = [{ name: 'only', title: 'The only check', run }];
    export const stepsFor = () => steps;
  `;
  writeFileSync(join(house, 'scripts/test/steps.ts'), steps);
  return spawn(process.execPath, [join(house, 'scripts/test/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

test.each([
  ['a check that passes', 'process.exit(0)', 0],
  ['a check that fails', 'process.exit(1)', 1],
])('the exit code tells of %s', async (_what, code, expected) => {
  expect(await once(start(code), 'exit')).toEqual([expected, null]);
});

test('it ends, as interrupted, when the process that started it is gone', async () => {
  const run = start('setInterval(() => {}, 1000)');
  if (!run.stdout) throw new Error('The run has no output to read');
  await once(run.stdout, 'data');
  run.disconnect();
  expect(await once(run, 'exit')).toEqual([130, null]);
});
