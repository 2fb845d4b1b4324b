import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedList, entrySize, fingerprintOf, tableSize } from './breached-list.ts';

/** Beside the built server. */
const built = join(import.meta.dirname, 'breached-passwords.bin');

/**
 * Whether a password is known from breaches elsewhere, in whatever case its letters are. Two short reads
 * of a file: nothing of the list is held in memory.
 */
export async function isBreached(password: string): Promise<boolean> {
  const list = await open(existsSync(built) ? built : await cachedList());
  try {
    const { head, tail } = fingerprintOf(password);
    const { buffer: table } = await list.read(Buffer.alloc(8), 0, 8, head * 4);
    const [from, to] = [table.readUInt32BE(0), table.readUInt32BE(4)];
    const length = (to - from) * entrySize;
    if (length === 0) return false;
    const place = tableSize + from * entrySize;
    const { buffer: tails } = await list.read(Buffer.alloc(length), 0, length, place);
    for (let at = 0; at < length; at += entrySize) {
      if (tails.readUInt32BE(at) === tail) return true;
    }
    return false;
  } finally {
    await list.close();
  }
}
