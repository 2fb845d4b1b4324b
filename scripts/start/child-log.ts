import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const KEPT_LINES = 20;

// pino's levels: 50 is error, 60 fatal.
const SERIOUS = /^\{"level":(?:50|60)\b/;

/**
 * Writes what a child prints to `<folder>/<name>.log`; the log of the start before stays beside it
 * as `<name>.previous.log`. Errors go to `show`, with the child's name in front.
 */
export function logChild(
  child: ChildProcess,
  name: string,
  folder: string,
  show: (line: string) => void,
) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.log`);
  if (existsSync(file)) renameSync(file, join(folder, `${name}.previous.log`));
  const log = createWriteStream(file, { mode: 0o600 });
  const last: string[] = [];

  const take = (line: string, serious: boolean) => {
    log.write(`${line}\n`);
    last.push(line);
    if (last.length > KEPT_LINES) last.shift();
    if (serious) show(`[${name}] ${line}`);
  };
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => take(line, SERIOUS.test(line)));
  }
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => take(line, true));
  child.once('close', () => log.end());

  return { file, lastLines: () => last.join('\n') };
}
