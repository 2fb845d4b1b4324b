import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Lock, takeLock } from './lock.ts';

const URL_OF_IT = 'http://localhost:3000';
const started: ChildProcess[] = [];
let folder: string;
let lock: Lock | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => {
  lock?.release();
  lock = undefined;
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function run(code: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  return child;
}

/** Another process that holds the lock, with a statement to run once it does. */
async function holder(then = ''): Promise<ChildProcess> {
  const child = run(`
    import { takeLock } from ${JSON.stringify(import.meta.resolve('./lock.ts'))};
    const lock = await takeLock(${JSON.stringify(folder)}, '${URL_OF_IT}');
    ${then}
    setInterval(() => {}, 1000);
    process.stdout.write('held');
  `);
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

const running = async (code: string): Promise<ChildProcess> => {
  const child = run(`${code}; process.stdout.write('up')`);
  if (child.stdout) await once(child.stdout, 'data');
  return child;
};

test('a second instance is refused with the process and the address of the first', async () => {
  const { pid } = await holder();
  await expect(takeLock(folder, URL_OF_IT)).rejects.toThrow(
    `Already running on ${URL_OF_IT} (process ${pid})`,
  );
});

test('the lock of a killed instance is free at once', async () => {
  const first = await holder();
  first.kill('SIGKILL');
  await once(first, 'exit');
  let waits = 0;
  lock = await takeLock(folder, URL_OF_IT, () => {
    waits += 1;
  });
  expect(waits).toBe(0);
});

test('an instance that says it is stopping is waited for', async () => {
  const first = await holder('lock.record({ stopping: true });');
  let waited = false;
  lock = await takeLock(folder, URL_OF_IT, () => {
    if (!waited) first.kill('SIGTERM');
    waited = true;
  });
  expect(waited).toBe(true);
});

test('what a killed instance left running is waited for', async () => {
  const orphan = await running('setInterval(() => {}, 1000)');
  const first = await holder(`lock.record({ children: [${orphan.pid}] });`);
  first.kill('SIGKILL');
  await once(first, 'exit');
  let waited = false;
  lock = await takeLock(folder, URL_OF_IT, () => {
    if (!waited) orphan.kill('SIGTERM');
    waited = true;
  });
  expect(waited).toBe(true);
  expect(orphan.killed).toBe(true);
});

test('a process that merely has the id of an earlier child is left alone', async () => {
  const stranger = await running('setInterval(() => {}, 1000)');
  const children = [{ pid: stranger.pid, startedAt: 'long ago' }];
  writeFileSync(join(folder, 'npm-start.json'), JSON.stringify({ children }));
  let waited = false;
  lock = await takeLock(folder, URL_OF_IT, () => {
    waited = true;
    stranger.kill('SIGKILL');
  });
  expect(waited).toBe(false);
});
