import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const tasks = '/proc/self/task';

/**
 * Lets Node's pool of threads, which hashes passwords, take only the time that the thread with the
 * requests leaves: otherwise many sign-ins at once keep every core, and all others wait for them.
 * Only Linux gives threads a priority of their own; elsewhere nothing happens.
 */
export function putRequestsFirst(): void {
  try {
    for (const id of readdirSync(tasks)) {
      const isPool = readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'libuv-worker';
      if (isPool) setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Then they share alike.
  }
}
