import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../lib/paths.ts';

let folder: string;
let backups: string;
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const at = (name: string) => readFileSync(join(folder, name), 'utf8');
const bases = () => readdirSync(backups).filter((name) => name.startsWith('base-'));

/** PostgreSQL's programs, which say what they are told to. */
const stubs: Record<string, string> = {
  date: 'cat "$STUBS/day"',
  pg_basebackup: `folder="\${1#--pgdata=}"; mkdir "$folder"
    cat "$STUBS/label" >"$folder/backup_label"; exit "$(cat "$STUBS/fails")"`,
  pg_archivecleanup: 'echo "$*" >"$STUBS/cleaned"',
  psql: 'cat >"$STUBS/asked"; cat "$STUBS/faults"; exit "$(cat "$STUBS/fails")"',
  df: `printf 'head\\ndisk 100 50 %s 50%% /backups\\n' "$(cat "$STUBS/free")"`,
};
const label = (file: string) =>
  `START WAL LOCATION: 0/2000028 (file ${file})\nCHECKPOINT LOCATION: 0/2000060\n`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  backups = join(folder, 'backups');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(backups, 'wal'), { recursive: true });
  for (const [name, body] of Object.entries(stubs)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }
  put('fails', '0');
  put('faults', '');
  put('free', '50');
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    ...{ STUBS: folder, BACKUPS: backups },
  };
  return spawnSync('sh', [join(root, 'deploy/archive.sh'), ...args], { encoding: 'utf8', env });
}
function takeBase(day: string, file: string) {
  put('day', day);
  put('label', label(file));
  return run('base').status;
}

test('a file of the log is kept whole, may be kept twice, and is never written over by another', () => {
  const file = '000000010000000000000002';
  put('segment', 'what was written');
  expect(run('keep', join(folder, 'segment'), file).status).toBe(0);
  expect(readdirSync(join(backups, 'wal'))).toEqual([`${file}.gz`]);
  expect(gunzipSync(readFileSync(join(backups, 'wal', `${file}.gz`))).toString()).toBe(
    'what was written',
  );
  expect(run('keep', join(folder, 'segment'), file).status).toBe(0);
  put('segment', 'something else');
  const { status, stderr } = run('keep', join(folder, 'segment'), file);
  expect([status, stderr]).toEqual([1, expect.stringContaining('is another')]);
  expect(run('keep', join(folder, 'none'), '000000010000000000000003').status).not.toBe(0);
  expect(readdirSync(join(backups, 'wal'))).not.toContain('000000010000000000000003.gz');
});

test('two base backups are kept, with the log from the first of them on; one that fails removes nothing', () => {
  expect(takeBase('2031-05-04T030000Z', '000000010000000000000002')).toBe(0);
  expect(takeBase('2031-05-11T030000Z', '0000000100000000000000A3')).toBe(0);
  expect(at('cleaned')).toContain(' 000000010000000000000002\n');
  expect(takeBase('2031-05-18T030000Z', '000000010000000100000004')).toBe(0);
  expect(bases()).toEqual(['base-2031-05-11T030000Z', 'base-2031-05-18T030000Z']);
  expect(at('cleaned')).toBe(`-x .gz ${join(backups, 'wal')} 0000000100000000000000A3\n`);
  rmSync(join(folder, 'cleaned'));
  put('fails', '1');
  expect(takeBase('2031-05-25T030000Z', '000000010000000100000008')).not.toBe(0);
  expect(bases().filter((name) => name.endsWith('Z'))).toHaveLength(2);
  expect(readdirSync(folder)).not.toContain('cleaned');
});

test.each([
  ['faults', '12 files of the log wait to be archived', '12 files of the log wait'],
  ['fails', '1', 'PostgreSQL could not be asked'],
  ['free', '9', 'less than a tenth of the disk is free: /backups'],
])('what is wrong is said: %s %s', (file, text, said) => {
  expect(run('check')).toMatchObject({
    status: 1,
    stderr: 'no base backup is younger than 8 days\n',
  });
  takeBase('2031-05-04T030000Z', '000000010000000000000002');
  expect(run('check')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  put(file, text);
  const { status, stderr } = run('check');
  expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
});

test('the recipe keeps the log, clears it and looks after it by this script', () => {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  expect(page).toContain("archive_command = '/usr/local/bin/archive.sh keep %p %f'");
  for (const mode of ['base', 'check']) {
    expect(page).toMatch(
      new RegExp(`^[0-9*].* postgres  /usr/local/bin/archive\\.sh ${mode}$`, 'm'),
    );
  }
  expect(page).toContain("restore_command = 'gzip -dc /backups/wal/%f.gz > %p'");
});
