import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const tasks = '/proc/self/task';
const { PRIORITY_BELOW_NORMAL: less, PRIORITY_LOW: least } = constants.priority;

/**
 * Lets Node's pool of threads, which hashes passwords, take only the time that the thread with the
 * requests leaves: otherwise many sign-ins at once keep every core, and all others wait for them.
 * Only Linux gives threads a priority of their own; elsewhere nothing happens.
 */
export function putRequestsFirst(): void {
  try {
    // Of a server that somebody has started with `nice`, too.
    const below = Math.min(getPriority() + less, least);
    for (const id of readdirSync(tasks)) {
      const isPool = readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'libuv-worker';
      if (isPool) setPriority(Number(id), below);
    }
  } catch {
    // Then they share alike.
  }
}
