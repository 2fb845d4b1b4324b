import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

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
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
