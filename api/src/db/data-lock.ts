import { existsSync } from 'node:fs';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Holder {
  pid: number;
  /** The kernel's start time of that process, so that a reused pid is not taken for it. */
  born: string | null;
}

/**
 * Lets one process into a PGlite data directory: two would corrupt it. A lock left by a process
 * that has ended is taken over; one whose process is just ending is waited for, `timeoutMs` at
 * most. Throws with the holder's pid when the directory is in use.
 */
export async function lockDataDirectory(
  directory: string,
  timeoutMs = 10_000,
): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // One that was made by somebody else is as open as they had it.
  await chmod(directory, 0o700);
  const file = join(directory, 'server.lock');
  const me: Holder = { pid: process.pid, born: await birthOf(process.pid) };
  const deadline = Date.now() + timeoutMs;
  while (!(await claim(file, me))) {
    const holder = await read(file);
    if (holder && (await isAlive(holder))) {
      if (Date.now() > deadline) {
        throw new Error(
          `The data in ${directory} is in use by process ${holder.pid}. Stop it, or set DATA_DIR to another folder.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    } else {
      await clear(file, holder);
    }
  }
  return () => rm(file, { force: true });
}

async function claim(file: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead holder's lock, unless somebody else has put theirs there in the meantime. */
async function clear(file: string, dead: Holder | null): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await read(aside);
  const isAnother = moved && (moved.pid !== dead?.pid || moved.born !== dead.born);
  if (isAnother) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

async function read(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await birthOf(holder.pid)) === holder.born;
}

async function birthOf(pid: number): Promise<string | null> {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return null;
  const text = await readFile(stat, 'utf8').catch(() => null);
  // The command in parentheses may hold spaces; the start time is the 20th field after it.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
