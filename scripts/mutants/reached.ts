import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mutant that a process came by: when, in which test file if it knows, and whether in a test. */
export type Reached = { id: number; file?: string; isInTest: boolean; at: number };

// A server's own line, and one that Chromium has written to its log with the time in front.
const OWN = /^(\d+) (test|load) (\S+) (\d+)$/gm;
const BROWSERS = /^\[(\d\d)(\d\d)\/(\d\d)(\d\d)(\d\d)\.\d+:INFO:CONSOLE.*"mutant-reached (\d+) /gm;

/** What the processes of a run have noted in a folder, in the order of their files. */
export function readReached(folder: string): Reached[] {
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const own = [...text.matchAll(OWN)].map(([, id, when, file, at]) => ({
      id: Number(id),
      file: file === '-' ? undefined : file,
      isInTest: when === 'test',
      at: Number(at),
    }));
    const browsers = [...text.matchAll(BROWSERS)].map(
      ([, month, day, hour, minute, second, id]) => {
        const [m, d, h, min, s] = [month, day, hour, minute, second].map(Number) as [
          number,
          number,
          number,
          number,
          number,
        ];
        const at = new Date(new Date().getFullYear(), m - 1, d, h, min, s).getTime();
        return { id: Number(id), isInTest: true, at };
      },
    );
    return [...own, ...browsers];
  });
}
