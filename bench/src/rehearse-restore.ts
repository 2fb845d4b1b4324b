import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../api/src/db/open.ts';
import { root } from '../../scripts/lib/paths.ts';
import { secondsSince } from '../../scripts/lib/seconds.ts';
import { rehearseDump } from './rehearse-dump.ts';

/*
 * `npm run restore:rehearse`: goes through the restores of docs/operating.md on a database of its own. 'To a moment',
 * with deploy/archive.sh: archives its log, takes base backups while people sign up, of which the first is
 * cleared away with its log, lets an accident happen, restores to the second before and ends what must not come back.
 * All who had signed up until then must be there, and nobody since. Then 'Each night', with deploy/backup.sh: dumps
 * while people sign up, lets an accident happen and restores the dump. It ends with 0 when all that holds, with 1
 * when not, and with 75 where PostgreSQL's programs are not installed.
 */
const bin = globSync('/usr/lib/postgresql/*/bin').find(
  (folder) => globSync(join(folder, 'pg_basebackup')).length > 0,
);
const say = (line: string) => process.stdout.write(`${line}\n`);
if (!bin) {
  say('Not rehearsed: pg_basebackup is not installed (Debian: postgresql).');
  process.exit(75);
}
const port = 3_378;
const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const home = mkdtempSync(join(tmpdir(), 'restore-'));
const folder = (name: string): string => {
  const path = join(home, name);
  mkdirSync(path, { mode: 0o700 });
  if (user.uid) chownSync(path, user.uid, user.gid);
  return path;
};
chmodSync(home, 0o755);
const [data, backups] = ['data', 'backups'].map(folder) as [string, string];
const wal = folder('backups/wal');
const env = {
  ...{ PATH: `${bin}:${process.env.PATH}`, LC_ALL: 'C.UTF-8', BACKUPS: backups },
  ...{ PGHOST: '127.0.0.1', PGPORT: `${port}`, PGUSER: 'postgres' },
};
const options = { ...user, cwd: home, env };
const run = (name: string, args: string[]) =>
  execFileSync(join(bin, name), args, { ...options, stdio: 'pipe' });
// Where the user that PostgreSQL runs as may read them.
const scriptOf = (name: string): string => {
  const path = join(home, name);
  copyFileSync(join(root, 'deploy', name), path);
  chmodSync(path, 0o755);
  return path;
};
const script = scriptOf('archive.sh');
const backup = scriptOf('backup.sh');
const night = (...args: string[]) =>
  execFileSync('sh', [backup, ...args], {
    ...options,
    env: { ...env, BACKUPS: join(home, 'dumps'), PGDATABASE: 'product' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const archive = (...args: string[]) =>
  execFileSync(script, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
const bases = () => globSync(join(backups, 'base-*Z')).toSorted();

async function start(place: string) {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => [
    '-c',
    one,
  ]);
  const server = spawn(
    join(bin as string, 'postgres'),
    ['-D', place, '-p', String(port), ...settings],
    {
      ...options,
      stdio: 'ignore',
    },
  );
  for (let tries = 0; tries < 600; tries += 1) {
    const isUp = await ask('select not pg_is_in_recovery() as yes').then(
      ([row]) => row?.yes === true,
      () => false,
    );
    if (isUp) break;
    await setTimeout(50);
  }
  return async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: rows are of whatever was asked for
async function ask(statement: string, where = url): Promise<any[]> {
  const client = new pg.Client({ connectionString: where, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Somebody signs up every few milliseconds; answers how to stop, and who they were, with when. */
function keepSigningUp(where = url) {
  const joined: { id: string; at: number }[] = [];
  let isOver = false;
  const client = new pg.Client({ connectionString: where });
  client.on('error', () => {});
  const work = (async () => {
    await client.connect();
    while (!isOver) {
      const { rows } = await client.query(`insert into users
        (id, first_name, last_name, email, email_key, password_hash, role)
        select gen_random_uuid(), 'Ann', 'Bee', id || '@a.test', id || '@a.test', 'x', 'user'
        from (select gen_random_uuid()::text as id) as new
        returning id, extract(epoch from clock_timestamp())::float8 as at`);
      joined.push(rows[0]);
      await setTimeout(2);
    }
    await client.end();
  })();
  const stop = (): Promise<void> => {
    isOver = true;
    return work;
  };
  return { joined, stop };
}

let end: ((signal: NodeJS.Signals) => Promise<void>) | undefined;
try {
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `archive_mode = on\narchive_timeout = 60\narchive_command = '${script} keep %p %f'\n`,
  );
  end = await start(data);
  await (await openDatabase({ url, dataDirectory: '' })).close();
  const people = keepSigningUp();
  await setTimeout(2_000);

  const backupBegan = Date.now();
  archive('base');
  const [first = ''] = bases();
  say(`Base backup under writes: ${secondsSince(backupBegan)}, ${sizeOf(first)}`);
  const logOfFirst = globSync(`${wal}/*.backup.gz`).map((path) => path.slice(0, -19));
  for (let n = 0; n < 2; n += 1) {
    await setTimeout(1_100);
    archive('base');
  }
  if (bases().length !== 2 || bases().includes(first)) throw new Error('The first base is there');
  if (logOfFirst.length === 0 || logOfFirst.some((path) => globSync(`${path}.gz`).length > 0))
    throw new Error('The log that only the first base needed is there');
  archive('check');
  const [{ moment, at }] = await ask(
    'select clock_timestamp()::text as moment, extract(epoch from clock_timestamp())::float8 as at',
  );
  await setTimeout(1_000);
  await ask('delete from users');
  await setTimeout(500);
  await people.stop();
  await ask('select pg_switch_wal()');
  const [{ file }] = await ask('select pg_walfile_name(pg_current_wal_lsn()) as file');
  for (let tries = 0; tries < 200; tries += 1) {
    const [{ done }] = await ask(
      `select coalesce(last_archived_wal >= '${file}', false) or failed_count > 0 as done from pg_stat_archiver`,
    );
    if (done || globSync(`${wal}/${file}.gz`).length > 0) break;
    await setTimeout(100);
  }
  await end('SIGQUIT');
  end = undefined;
  say(
    `The accident: all accounts deleted. ${people.joined.length} had been made; archive: ${sizeOf(wal)}`,
  );

  const restoreBegan = Date.now();
  const restored = folder('restored');
  cpSync(bases().at(-1) as string, restored, { recursive: true });
  execFileSync('chown', ['-R', `${user.uid ?? process.getuid?.()}`, restored]);
  writeFileSync(join(restored, 'recovery.signal'), '');
  writeFileSync(
    join(restored, 'postgresql.auto.conf'),
    `restore_command = 'gzip -dc ${wal}/%f.gz > %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = promote\n`,
  );
  end = await start(restored);
  say(`Restored to ${moment}: ${secondsSince(restoreBegan)}`);

  const there = new Set((await ask('select id from users')).map(({ id }) => id as string));
  const before = people.joined.filter((one) => one.at <= at);
  const lost = before.filter(({ id }) => !there.has(id)).length;
  const since = there.size - before.filter(({ id }) => there.has(id)).length;
  await ask(emptying());
  // And the product takes it as its own.
  await (await openDatabase({ url, dataDirectory: '' })).close();
  say(`${before.length} had signed up by then: ${lost} lost, ${since} from after it.`);
  const isWhole = await rehearseDump({
    url,
    ask,
    keepSigningUp,
    dumps: folder('dumps'),
    night,
    say,
  });
  process.exitCode = lost === 0 && since <= 1 && before.length > 100 && isWhole ? 0 : 1;
} finally {
  await end?.('SIGQUIT');
  rmSync(home, { recursive: true, force: true });
}

/** What the page has whoever restores a copy of the disk run. */
function emptying(): string {
  const [statement] =
    /^truncate [^;]+;/m.exec(readFileSync(join(root, 'docs/operating.md'), 'utf8')) ?? [];
  if (!statement) throw new Error('docs/operating.md does not say what is to be emptied');
  return statement;
}

function sizeOf(place: string): string {
  const [kilobytes = ''] = execFileSync('du', ['-sk', place], { encoding: 'utf8' }).split('\t');
  return `${(Number(kilobytes) / 1_024).toFixed(0)} MB`;
}
