import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDirectory } from './data-lock.ts';
import { tryToHold } from './file-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

const moduleUrl = new URL('./data-lock.ts', import.meta.url).href;

/** Another process that takes the lock and keeps it. */
async function holder() {
  const code = `import { lockDataDirectory } from '${moduleUrl}';
    await lockDataDirectory('${directory}');
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

it('refuses a second process and names the first', async () => {
  const child = await holder();
  await expect(lockDataDirectory(directory, 200)).rejects.toThrow(
    `in use by process ${child.pid}. Stop it, or set DATA_DIR to another folder.`,
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
});

it('takes over from a process that was killed', async () => {
  const child = await holder();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unlock = await lockDataDirectory(directory, 200);
  await unlock();
  expect(await readdir(directory)).toEqual(['data.lock']);
});

it('who has come in, and has not said who it is yet, is not taken for gone', async () => {
  const lock = tryToHold(join(directory, 'data.lock'));
  await expect(lockDataDirectory(directory, 100)).rejects.toThrow('in use by another process.');
  lock?.release();
  await (await lockDataDirectory(directory, 100))();
});

it('lets one of many in', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => lockDataDirectory(directory, 100)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('never lets two in at once, however many come and go', async () => {
  let [inside, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      await wait(n % 20);
      const unlock = await lockDataDirectory(directory, 30_000);
      inside += 1;
      most = Math.max(most, inside);
      await wait(1);
      inside -= 1;
      await unlock();
    }),
  );
  expect(most).toBe(1);
});
