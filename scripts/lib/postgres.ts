import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { makeDataFolder, makePostgresHome } from './postgres-home.ts';

const START_MS = 60_000;

// The shell waits for the end of its input, which comes with the end of this process however that
// ends: no server and no folder is left behind, not even after a SIGKILL.
const GUARD = '"$@" & server=$!; cat; kill -INT $server; wait $server; rm -rf "$HOME" "$THROWN"';

// As in any usual locale, capitals beyond ASCII have small letters: with C alone É is no é.
const LETTERS = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const INITDB = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...LETTERS];
// What it holds is thrown away, so it need not survive a power cut.
const SETTINGS = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200'];

function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const lines: string[] = [];
  const giveUp = (why: string) => reject(new Error(`PostgreSQL ${why}:\n${lines.join('\n')}`));
  const limit = setTimeout(giveUp, START_MS, 'did not start in time');
  createInterface({ input: output })
    .on('line', (line) => {
      lines.push(line);
      if (/ready to accept (read-only )?connections/.test(line)) resolve();
      if (line.includes('FATAL')) giveUp('did not start');
    })
    .on('close', () => giveUp('ended'));
  return promise.finally(() => clearTimeout(limit));
}

/**
 * Starts an empty PostgreSQL of its own on a free loopback port, with its data in a new temporary
 * folder. Answers the address to connect to, the folder of its socket, by which a query costs half as
 * much, and `stop`, which removes everything. Rejects with the server's output when it does not start.
 * `more` are settings such as `shared_buffers=1GB`; `files` may look at its files before it starts, make
 * them in the place of initdb, have them in memory, where a new database costs a third, or in a new folder
 * `keptIn` that stays.
 */
export async function startPostgres(
  more: string[] = [],
  files: {
    make?: (data: string) => void;
    made?: (data: string) => void;
    inMemory?: boolean;
    keptIn?: string;
  } = {},
): Promise<{ url: string; sockets: string; stop: () => Promise<void> }> {
  const { home, bin, user } = makePostgresHome();
  const data = makeDataFolder(home, user, files);
  const thrown = files.keptIn ? home : data;
  const env = { ...process.env, HOME: home, PGDATA: data, THROWN: thrown, LC_ALL: 'C' };
  const options = { ...user, cwd: home, env };
  try {
    if (files.make) files.make(data);
    else execFileSync(join(bin, 'initdb'), ['-D', data, ...INITDB], { ...options, stdio: 'pipe' });
    files.made?.(data);
    if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  } catch (error) {
    for (const folder of [home, thrown]) rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  const port = await freePort();
  const settings = [...SETTINGS, `unix_socket_directories=${home}`, ...more];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = [join(bin, 'postgres'), '-D', data, '-p', String(port), ...flags];
  const guard = spawn('sh', ['-c', GUARD, 'sh', ...server], {
    ...options,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const stop = async () => {
    guard.stdin.end();
    if (guard.exitCode === null) await once(guard, 'exit');
  };
  try {
    await untilReady(guard.stderr);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, sockets: home, stop };
}
