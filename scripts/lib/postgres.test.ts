import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => resolve(false));
  });

test('a server of its own is started, and gone after stopping', async () => {
  const { url, stop } = await startPostgres();
  expect(await answers(url)).toBe(true);
  await stop();
  expect(await answers(url)).toBe(false);
});

test.each([true, false])(
  'nothing is left of a server whose files are in memory: %s',
  async (inMemory) => {
    const folders: string[] = [];
    const made = (data: string) => void folders.push(data);
    const { sockets, stop } = await startPostgres([], { made, inMemory });
    folders.push(sockets);
    expect(folders.filter(existsSync)).toEqual(folders);
    await stop();
    expect(folders.filter(existsSync)).toEqual([]);
  },
);

test('files that are kept stay, and another server begins on a copy of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  chmodSync(folder, 0o755);
  const keptIn = join(folder, 'data');
  await (await startPostgres([], { keptIn })).stop();
  expect(existsSync(join(keptIn, 'PG_VERSION'))).toBe(true);
  const make = (data: string) => cpSync(keptIn, data, { recursive: true });
  const { url, stop } = await startPostgres([], { make });
  expect(await answers(url)).toBe(true);
  await stop();
  expect(existsSync(join(keptIn, 'PG_VERSION'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('the server does not outlive the process that started it, even if that is killed', async () => {
  const code = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('./postgres.ts'))};
    process.stdout.write((await startPostgres()).url);
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(starter.stdout, 'data');
  expect(await answers(String(url))).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => answers(String(url)), { timeout: 15_000 }).toBe(false);
});
