import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../lib/paths.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const named = (text: string) =>
  text
    .trim()
    .split(/[\s,]+/)
    .toSorted();
/** What triggers keep up: rows that are put back one by one make it again, those of a dump do not. */
const keptUp = [
  ...['paymentTallies', 'tallies', 'trialHolders'],
  ...['tallyChanges', 'tallyRecounts', 'tallyTerms'],
];

const day = 86_400;
const hour = 3_600;
const noon = Date.UTC(2031, 4, 20, 12) / 1_000;

let folder: string;
let backups: string;
const kept = () => readdirSync(backups).filter((name) => name.startsWith('product-'));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const has = (name: string) => readdirSync(folder).includes(name);
const nameOf = (at: number) =>
  `product-${new Date(at * 1_000).toISOString().slice(0, 19).replaceAll(':', '')}Z.dump`;
const fill = (...times: number[]) => {
  for (const at of times) put(`backups/${nameOf(at)}`, 'old');
};
const told = () =>
  has('told') ? readFileSync(join(folder, 'told'), 'utf8').trim().split('\n') : [];

/** Programs in the place of the real ones: a clock that only `sleep` moves, a dump that fails when told to. */
const stubs: Record<string, string> = {
  date: `[ "$2" = +%s ] && exec cat "$STUBS/now"; exec "$DATE" "$@"`,
  sleep: `n=$(($(cat "$STUBS/sleeps") - 1)); echo "$n" >"$STUBS/sleeps"
    echo $(($(cat "$STUBS/now") + $1)) >"$STUBS/now.new"; mv "$STUBS/now.new" "$STUBS/now"
    [ "$n" -gt 0 ] || kill "$PPID"`,
  pg_dump: `echo "$(cat "$STUBS/now") $*" >>"$STUBS/told"
    for one; do case "$one" in --file=*) file="\${one#--file=}";; esac; done
    echo part >"$file"
    n=$(cat "$STUBS/fails"); [ "$n" -eq 0 ] && exit 0
    echo $((n - 1)) >"$STUBS/fails"; exit 1`,
  pg_restore: `[ -e "$STUBS/unreadable" ] && exit 1
    [ "$1" = --list ] && exec [ -s "$2" ]
    echo "restore $*" >>"$STUBS/asked"; [ ! -e "$STUBS/unrestorable" ]`,
  psql: `said=$(cat); echo "$said" >>"$STUBS/asked"
    case "$said" in select*) echo product;; *rename*) [ ! -e "$STUBS/in-use" ];; esac`,
  df: `used=$(($(ls "$BACKUPS" | grep -c dump) * 1))
    echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'
    echo "disk 0 0 $((used <= $(cat "$STUBS/room") ? 9 : 0)) 0% /"`,
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  backups = join(folder, 'backups');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(backups);
  for (const [name, body] of Object.entries(stubs)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }
  put('now', `${noon}`);
  put('fails', '0');
  put('room', '99');
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(args: string[], sleeps = 1) {
  put('sleeps', `${sleeps}`);
  const date = execFileSync('sh', ['-c', 'command -v date'], { encoding: 'utf8' }).trim();
  return spawnSync('sh', [join(root, 'deploy/backup.sh'), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      ...{ STUBS: folder, BACKUPS: backups, DATE: date, PGDATABASE: 'product', PGUSER: 'product' },
    },
  });
}

test('a dump leaves out what a backup does, and what is to be emptied after a recovery is the same (product O30, O32)', () => {
  const leftOut = [...read('api/src/db/backup.ts').matchAll(/schema\.(\w+), 'left out'\]/g)].map(
    ([, name = '']) => name,
  );
  const expected = leftOut
    .filter((name) => !keptUp.includes(name))
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .toSorted();
  expect(expected).toContain('sessions');
  expect(leftOut).toEqual(expect.arrayContaining(keptUp));
  expect(run(['once']).status).toBe(0);
  const excluded = [...(told()[0] ?? '').matchAll(/--exclude-table-data=public\.(\w+)/g)];
  expect(excluded.map(([, name = '']) => name).toSorted()).toEqual(expected);
  const emptied = /^truncate ([^;]+);/m.exec(read('docs/operating.md'))?.[1] ?? '';
  expect(named(emptied)).toEqual(expected);
});

test('a dump that fails, or cannot be read, leaves nothing with a name, is told by the exit, and costs no good one', () => {
  fill(noon - day, noon - 2 * day);
  for (const fault of ['fails', 'unreadable']) {
    put(fault, '1');
    const { status, stderr } = run(['once']);
    expect([fault, status, stderr]).toEqual([fault, 1, 'the backup failed\n']);
    expect(kept()).toEqual([nameOf(noon - 2 * day), nameOf(noon - day)]);
  }
  rmSync(join(folder, 'unreadable'));
  expect(run(['once'])).toMatchObject({ status: 0, stderr: '' });
  expect(kept()).toHaveLength(3);
});

test('it dumps each night at two, and one that failed is tried again within a quarter of an hour', () => {
  const two = noon + 14 * hour;
  fill(noon - 2 * day);
  put('now', `${two - hour}`);
  put('fails', '2');
  run([], 5);
  put('now', `${two + day - 600}`);
  run([], 3);
  const times = told().map((line) => Number(line.split(' ')[0]));
  expect(times.slice(0, 3)).toEqual([two - hour, two - hour + 900, two - hour + 1_800]);
  expect(times.slice(3)).toEqual([two, two + day]);
});

test('restarts dump nothing anew, and push out no night, as do dumps by hand', () => {
  const nights = Array.from({ length: 14 }, (_, n) => noon - 10 * hour - (13 - n) * day);
  fill(...nights);
  for (let n = 0; n < 3; n += 1) run([]);
  expect(told()).toEqual([]);
  for (let n = 1; n <= 3; n += 1) {
    put('now', `${noon + n}`);
    expect(run(['once']).status).toBe(0);
  }
  expect(kept()).toEqual([...nights, noon + 3].map(nameOf));
  put('now', `${noon + 14 * hour}`);
  run([]);
  expect(kept()).toEqual([...nights.slice(1), noon + 14 * hour].map(nameOf));
});

test('what a killed dump left goes, and a full disk heals: the oldest make room, but for three', () => {
  const nights = Array.from({ length: 6 }, (_, n) => noon - (6 - n) * day);
  fill(...nights);
  put(`backups/${nameOf(noon - 3 * day)}.part`, 'half');
  put('room', '4');
  const { status, stderr } = run(['once']);
  expect(status).toBe(0);
  expect(stderr.match(/removed \S+/g)).toEqual(
    nights.slice(0, 2).map((at) => `removed ${nameOf(at)}`),
  );
  expect(kept()).toEqual([...nights.slice(2), noon].map(nameOf));
  put('room', '0');
  put('fails', '1');
  expect(run(['once']).status).toBe(1);
  expect(kept()).toEqual([...nights.slice(4), noon].map(nameOf));
});

test('a dump is restored into a database made anew, beside the one that was there, or nothing is changed', () => {
  const name = nameOf(noon - day);
  fill(noon - day);
  const asked = () => {
    const lines = has('asked')
      ? readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')
      : [];
    rmSync(join(folder, 'asked'), { force: true });
    return lines.filter((line) => !line.startsWith('select'));
  };
  expect(run(['restore', 'product-2031-01-01T000000Z.dump'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`There are:\n${name}`),
  });
  expect(asked()).toEqual([]);

  const aside = 'alter database :"name" rename to :"aside";';
  const made = `create database :"name" owner :"owner" encoding 'UTF8' template template0;`;
  const put1 = `restore --exit-on-error --single-transaction --dbname=product ${join(backups, name)}`;
  expect(run(['restore', name])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('product_before_20310520t120000'),
  });
  expect(asked()).toEqual([aside, made, put1]);

  put('unrestorable', '');
  expect(run(['restore', name]).status).toBe(1);
  const back = 'alter database :"aside" rename to :"name";';
  expect(asked()).toEqual([aside, made, put1, 'drop database if exists :"name";', back]);

  put('in-use', '');
  expect(run(['restore', name]).stderr).toContain('stop what still uses the database first');
  expect(asked()).toEqual([aside]);
});

test('it is healthy while a whole dump is younger than 26 hours, and compose asks for that', () => {
  const isHealthy = () => run(['healthy']).status === 0;
  put(`backups/${nameOf(noon - hour)}.part`, 'half');
  // Of a clock that was wrong, and of a disk that was full.
  fill(noon + day);
  writeFileSync(join(backups, nameOf(noon - 2 * hour)), '');
  expect(isHealthy()).toBe(false);
  fill(noon - 25 * hour);
  expect(isHealthy()).toBe(true);
  put('now', `${noon + 2 * hour}`);
  expect(isHealthy()).toBe(false);
  const { backup } = parse(read('deploy/compose.yaml'), { merge: true }).services;
  expect(backup.healthcheck.test).toEqual(['CMD', 'sh', '/backup.sh', 'healthy']);
  expect(backup).toMatchObject({ init: true, entrypoint: ['/bin/sh', '/backup.sh'] });
});
