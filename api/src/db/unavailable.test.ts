import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseAway } from './unavailable.ts';

it('a database whose socket is gone, as while its server starts again, is away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const error = await new pg.Client({ host: folder }).connect().catch((thrown) => thrown);
  expect(error.code).toBe('ENOENT');
  expect(isDatabaseAway(new Error('Failed query', { cause: error }))).toBe(true);
});

it('so is one with too many callers before its socket, and a file that is missing is not', () => {
  const fails = (code: string, syscall: string) =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  expect(isDatabaseAway(fails('EAGAIN', 'connect'))).toBe(true);
  expect(isDatabaseAway(fails('ENOENT', 'open'))).toBe(false);
});
