import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { makePostgresHome } from '../../../scripts/lib/postgres-home.ts';
import { type Child, startChild } from '../lib/child.ts';
import { clockAhead } from './clocks.ts';

export interface DatabaseNeeds {
  /** It has a disk of its own, so small that it can be filled (as root). */
  smallDisk?: boolean;
  minutesAhead?: number;
}

interface FrailDatabase {
  url: string;
  port: number;
  /** Starts it, unless it runs. */
  start(): Promise<void>;
  /** As by a power cut, but for what the system still holds. */
  crash(): Promise<void>;
  fillDisk(): void;
  emptyDisk(): void;
  stop(): Promise<void>;
}

const smallDisk = 'size=420m';
const flags = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=120',
  'max_wal_size=96MB',
  'min_wal_size=32MB',
];

/** A PostgreSQL that writes what it says it has written, and can be killed and started again. */
export async function startFrailDatabase(needs: DatabaseNeeds = {}): Promise<FrailDatabase> {
  const { home, bin, user } = makePostgresHome();
  const disk = join(home, 'disk');
  const data = join(disk, 'data');
  mkdirSync(disk);
  if (needs.smallDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', smallDisk, 'none', disk]);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(disk, user.uid, user.gid);
  const env = { ...process.env, HOME: home, LC_ALL: 'C', ...clockAhead(needs.minutesAhead) };
  const options = { ...user, cwd: home, env };
  const letters = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...letters];
  execFileSync(join(bin, 'initdb'), init, { ...options, stdio: 'pipe' });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const filler = join(disk, 'filler');
  let server: Child | undefined;

  const start = async (): Promise<void> => {
    if (server?.isRunning()) return;
    const settings = flags.flatMap((flag) => ['-c', flag]);
    const args = ['-D', data, '-p', String(port), ...settings];
    server = startChild(join(bin, 'postgres'), args, options);
    await untilAnswers(url);
  };
  await start();
  return {
    url,
    port,
    start,
    crash: async () => server?.end('SIGKILL'),
    fillDisk() {
      const { bavail, bsize } = statfsSync(disk);
      const part = Buffer.alloc(1 << 20);
      try {
        for (let left = bavail * bsize; left > 0; left -= part.length) {
          writeFileSync(filler, part.subarray(0, Math.min(left, part.length)), { flag: 'a' });
        }
      } catch {
        // PostgreSQL has taken the last of it: it is full.
      }
    },
    emptyDisk: () => rmSync(filler, { force: true }),
    async stop() {
      rmSync(filler, { force: true });
      await server?.end('SIGINT');
      if (needs.smallDisk) execFileSync('umount', ['-l', disk]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Resolves when a database answers; rejects after half a minute. */
export async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return;
    await setTimeout(100);
  }
  throw new Error('PostgreSQL did not start');
}
