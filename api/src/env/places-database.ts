import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';

/** Begins what such a file says of itself, within its last bytes: one that was cut off has none. */
const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const lastBytes = 128 * 1024;

/** Whether it is a whole database of places; only its end is read. Throws where it cannot be. */
function isDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const end = Buffer.alloc(lastBytes);
    const from = Math.max(0, fstatSync(file).size - lastBytes);
    const length = readSync(file, end, 0, lastBytes, from);
    return end.subarray(0, length).includes(mark);
  } finally {
    closeSync(file);
  }
}

/** The path of a database in MaxMind's format, which is there and can be read. */
export const placesDatabase = z.string().superRefine((path, context) => {
  try {
    if (isDatabase(path)) return;
    context.addIssue({
      code: 'custom',
      message: `must be a database in MaxMind's format, as GeoLite2-City.mmdb: ${path} is none, or was cut off`,
    });
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `must be a file that can be read (${(error as Error).message})`,
    });
  }
});
