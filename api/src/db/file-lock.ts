import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;
const POLL_MS = 150;

/** Kept, since one that nobody knows any more is closed, and its file let go. */
const held = new Set<DatabaseSync>();

/** A file that one process holds at a time. */
export type FileLock = { release: () => void };

/**
 * Holds a file, made when missing with its folder, or answers undefined while somebody else does.
 * The system drops the lock with the process, however that ends, so it is never stale.
 */
export function tryToHold(file: string): FileLock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    held.add(db);
    return {
      release() {
        held.delete(db);
        db.close();
      },
    };
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Holds a file as `tryToHold` does, once nobody else does. */
export async function hold(file: string): Promise<FileLock> {
  for (;;) {
    const lock = tryToHold(file);
    if (lock) return lock;
    await sleep(POLL_MS);
  }
}
