import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Env } from '../env.ts';
import { type Finding, good, look, lookAt } from './finding.ts';

const leastBytes = 1e9;

/** How many bytes may still be written to a folder's disk. */
async function bytesLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Number(bavail) * Number(bsize);
}

/**
 * Whether the disks of this machine that are written to have room: that of temporary files, and that of DATA_DIR where
 * it is used. That of a PostgreSQL cannot be seen from here.
 */
export async function lookAtDisk(
  { DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  left = bytesLeft,
): Promise<Finding[]> {
  const isUsed = !DATA_DIR.startsWith('memory://') && (!DATABASE_URL || existsSync(DATA_DIR));
  const found = [lookAtFolder(tmpdir(), 'Backups and compiled code need room.', left)];
  if (isUsed) found.push(lookAtFolder(DATA_DIR, 'What is kept there needs room to grow.', left));
  const all = (await Promise.all(found)).flat();
  if (!DATABASE_URL) return all;
  return [
    ...all,
    look(
      'The disk of the database cannot be seen from here.',
      'Look on its machine: df of its data and of pg_wal, and who tells you when it fills up.',
    ),
  ];
}

function lookAtFolder(folder: string, todo: string, left: typeof bytesLeft): Promise<Finding[]> {
  return lookAt('The disk', `May ${folder} be read?`, async () => {
    const bytes = await left(nearest(resolve(folder)));
    const gigabytes = `${(bytes / 1e9).toFixed(1)} GB`;
    return [
      bytes >= leastBytes
        ? good(`${folder} has ${gigabytes} left.`)
        : look(`${folder} has only ${gigabytes} left.`, todo),
    ];
  });
}

/** The folder, or what it would be made in. */
function nearest(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder));
}
