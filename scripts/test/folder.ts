import { join } from 'node:path';
import { type FileLock, tryToHold } from '../../api/src/db/file-lock.ts';

// A lock that nobody refers to is collected, and let go of.
const held: FileLock[] = [];

/**
 * The first folder in `parent` that no other run works in, `parent/1` where there is none. It is this
 * process's until it ends; what an earlier run left there stays until it is emptied.
 */
export function takeFolder(parent: string): string {
  for (let n = 1; ; n += 1) {
    const lock = tryToHold(join(parent, `${n}.lock`));
    if (lock) {
      held.push(lock);
      return join(parent, String(n));
    }
  }
}
