import { join } from 'node:path';
import { tryToHold } from '../../api/src/db/file-lock.ts';

/**
 * The first folder in `parent` that no other run works in, `parent/1` where there is none. It is this
 * process's until it ends; what an earlier run left there stays until it is emptied.
 */
export function takeFolder(parent: string): string {
  for (let n = 1; ; n += 1) {
    if (tryToHold(join(parent, `${n}.lock`))) return join(parent, String(n));
  }
}
