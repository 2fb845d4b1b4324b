import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { ancestorsUpToNpm, findProcess } from './processes.mjs';

let folder: string;
let top: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'));
});
afterEach(() => {
  top?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const file = (name: string, code: string): string => {
  writeFileSync(join(folder, name), code);
  return join(folder, name);
};

const firstLine = ({ stdout }: ChildProcess): Promise<string[]> => {
  if (!stdout) throw new Error('The process has no output to read');
  return once(createInterface({ input: stdout }), 'line');
};

/** A process whose script has this name, a shell below it, and below that one that ends with npm. */
async function start(scriptName: string): Promise<{ watched: number; lines: string[] }> {
  const watcher = file(
    'watcher.mjs',
    `import { endWithNpm } from ${JSON.stringify(import.meta.resolve('./end-with-npm.mjs'))};
     import { ancestorsUpToNpm } from ${JSON.stringify(import.meta.resolve('./processes.mjs'))};
     setInterval(() => {}, 1000);
     endWithNpm();
     console.log(process.pid, ancestorsUpToNpm(process.ppid).length);`,
  );
  const script = file(
    scriptName,
    `require('node:child_process').spawn('sh', ['-c', '"$0" "$1"; true', process.execPath, ${JSON.stringify(watcher)}], { stdio: 'inherit' });`,
  );
  top = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await firstLine(top);
  const [pid, ...rest] = String(line).split(' ');
  return { watched: Number(pid), lines: rest };
}

const ended = async (pid: number) => {
  await expect.poll(() => findProcess(pid), { timeout: 10_000 }).toBeUndefined();
};

test('a process ends soon after the npm above it was killed, though the shell between lives', async () => {
  const { watched, lines } = await start('npm-cli.js');
  expect(lines).toEqual(['2']);
  top?.kill('SIGKILL');
  await ended(watched);
});

test('without an npm above there is nothing to watch', async () => {
  top = spawn('sh', ['-c', 'sleep 30 & echo $!'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [[line]] = await Promise.all([firstLine(top), once(top, 'exit')]);
  const orphan = Number(line);
  await expect.poll(() => findProcess(orphan)?.parent).not.toBe(top.pid);
  expect(ancestorsUpToNpm(orphan)).toEqual([]);
  process.kill(orphan, 'SIGKILL');
});

test('a process that has ended but was not collected yet counts as gone', async () => {
  const parent = file(
    'parent.cjs',
    `const { pid } = require('node:child_process').spawn('true'); console.log(pid);
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000);`,
  );
  top = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await firstLine(top);
  await ended(Number(line));
  expect(() => process.kill(Number(line), 0)).not.toThrow();
});
