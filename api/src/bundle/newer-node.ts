import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const needed = 24;
/** Where `npm install` puts the project's own Node, seen from the build. */
const own = join(import.meta.dirname, '../../node_modules/.bin/node');

/**
 * Runs this program under the project's own Node when the one that began is too old for it, and
 * answers whether it does. Without either it ends the process with a line that says so.
 */
export function runUnderNewer(): boolean {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= needed) return false;
  if (existsSync(own)) hand(own);
  else {
    process.stderr.write(`This needs Node ${needed} or later and was started with ${node}.\n`);
    process.exitCode = 1;
  }
  return true;
}

function hand(node: string): void {
  const child = spawn(node, process.argv.slice(1), {
    // The channel tells the server when this process is gone, however that happens.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message) => process.send?.(message));
  process.on('disconnect', () => child.disconnect());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
}
