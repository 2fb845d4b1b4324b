import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryToHold } from './file-lock.ts';

/**
 * Lets one process into a PGlite data directory: two would corrupt it. The system lets go of what a process
 * held that has ended; one that is just ending is waited for, `timeoutMs` at most. Throws with the
 * holder's pid when the directory is in use.
 */
export async function lockDataDirectory(
  directory: string,
  timeoutMs = 10_000,
): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // One that was made by somebody else is as open as they had it.
  await chmod(directory, 0o700);
  const holder = join(directory, 'data.pid');
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    // It stays there: who waits for one that is removed would hold another than who comes after.
    const lock = tryToHold(join(directory, 'data.lock'));
    if (lock) {
      await writeFile(holder, `${process.pid}`);
      return async () => {
        await rm(holder, { force: true });
        lock.release();
      };
    }
    if (Date.now() > deadline) {
      const pid = await readFile(holder, 'utf8').catch(() => '');
      throw new Error(
        `The data in ${directory} is in use by ${pid ? `process ${pid}` : 'another process'}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
}
