import { lstatSync, mkdirSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps what V8 makes of the code, beside the code or, where that is read-only, in a folder for
 * temporary files that nobody else may write. Where neither can be had, every start compiles anew.
 */
export function keepCompiled(): void {
  const { FAILED } = constants.compileCacheStatus;
  const { status } = enableCompileCache(join(import.meta.dirname, '.compiled'));
  if (status !== FAILED) return;
  const folder = ownFolder();
  if (folder) enableCompileCache(folder);
}

/** Code is run from it, so one that somebody else has put there is not taken. */
function ownFolder(): string | undefined {
  try {
    const { uid, username } = userInfo();
    const folder = join(tmpdir(), `clinician-subscriptions-${username}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid: owner, mode } = lstatSync(folder);
    return owner === uid && (mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}
