import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { root } from '../lib/paths.ts';

let house: string;
beforeEach(() => {
  house = realpathSync(mkdtempSync(join(tmpdir(), 'main-')));
  for (const path of ['scripts/test', 'scripts/lib', 'api/src/db/file-lock.ts']) {
    cpSync(join(root, path), join(house, path), { recursive: true });
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
    export const steps = [{ name: 'only', title: 'The only check', after: [], run }];
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

test('two runs in one tree keep their logs apart', async () => {
  const gate = join(house, 'gate');
  const waits = `console.log('said by the first');
    setInterval(() => require('node:fs').existsSync(${JSON.stringify(gate)}) && process.exit(1), 50)`;
  const first = start(waits);
  if (!first.stdout) throw new Error('The run has no output to read');
  const printed = text(first.stdout);
  await vi.waitFor(() => expect(logs()).toContain('said by the first'), 10_000);
  const second = start("console.log('said by the second')");
  expect(await once(second, 'exit')).toEqual([0, null]);
  writeFileSync(gate, '');
  expect(await printed).toContain('said by the first');
  expect(logs()).toContain('said by the second');
});

/** What has been logged in the house by now. */
function logs(): string {
  const cache = join(house, '.cache/npm-test');
  const files = existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [];
  return files
    .filter((path) => path.endsWith('.log'))
    .map((path) => readFileSync(join(cache, path), 'utf8'))
    .join();
}

test('it ends, as interrupted, when the process that started it is gone', async () => {
  const run = start('setInterval(() => {}, 1000)');
  if (!run.stdout) throw new Error('The run has no output to read');
  await once(run.stdout, 'data');
  run.disconnect();
  expect(await once(run, 'exit')).toEqual([130, null]);
});
