import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDirectory } from '../../api/src/db/data-lock.ts';
import { openStore } from '../../mail-catcher/src/store.ts';
import { openDatabase } from '../../stripe-sandbox/src/store/database.ts';
import { logChild } from './child-log.ts';
import { takeLock } from './lock.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), 'private-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

it.each<[string, () => Promise<() => unknown>]>([
  ['npm start', async () => (await takeLock(folder, 'http://localhost:1')).release],
  ['the server', () => lockDataDirectory(folder)],
])('%s shuts a data folder that was open to everybody', async (_who, take) => {
  const release = await take();
  expect(modeOf(folder)).toBe(0o700);
  await release();
});

it.each<[string, (file: string) => () => void]>([
  ['mails', (file) => openStore(file).close],
  [
    'the Stripe sandbox',
    (file) => {
      const database = openDatabase(file);
      return () => database.close();
    },
  ],
])('files of %s are for nobody else, also those that were there', (_whose, open) => {
  for (const isThere of [false, true]) {
    const file = join(folder, `data-${isThere}.sqlite`);
    if (isThere) writeFileSync(file, '');
    const close = open(file);
    const made = readdirSync(folder).filter((name) => name.startsWith(`data-${isThere}`));
    expect(made.map((name) => [name, modeOf(join(folder, name))])).toEqual(
      made.map((name) => [name, 0o600]),
    );
    close();
  }
});

it('so are logs', async () => {
  const child = spawn('echo', ['hello'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { file } = logChild(child, 'app', join(folder, 'logs'), () => {});
  await once(child, 'close');
  await expect.poll(() => existsSync(file)).toBe(true);
  expect([modeOf(file), modeOf(join(folder, 'logs'))]).toEqual([0o600, 0o700]);
});
