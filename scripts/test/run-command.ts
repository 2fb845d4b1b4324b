import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { root } from '../lib/paths.ts';

const running = new Set<ChildProcess>();

/** Ends every command that is running, together with what it started. */
export function endCommands(): void {
  for (const { pid } of running) {
    if (pid) process.kill(-pid, 'SIGTERM');
  }
}

export type Command = {
  /** The program of an installed package, or one on the path, and what it is given. */
  run: string[];
  /** Folder below the root to run it in. */
  cwd?: string;
  env?: Record<string, string>;
};

/** Runs a command with its output added to a log file. Answers whether it ended well. */
export async function runCommand({ run, cwd = '.', env }: Command, log: string): Promise<boolean> {
  const [program = '', ...args] = run;
  const output = createWriteStream(log, { flags: 'a' });
  output.write(`$ ${run.join(' ')}\n`);
  await once(output, 'open');
  const child = spawn(program, args, {
    cwd: join(root, cwd),
    env: {
      ...process.env,
      ...{ FORCE_COLOR: undefined, NO_COLOR: '1' },
      // Thrown away with the logs: a run's folders have names of their own, and their code would pile up.
      NODE_COMPILE_CACHE: join(dirname(log), 'compiled'),
      TAKEN_PORTS: join(dirname(log), 'ports'),
      ...env,
    },
    stdio: ['ignore', output, output],
    // A group of its own, so that all of it can be ended.
    detached: true,
  });
  running.add(child);
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    output.write(`${error}\n`);
    return false;
  } finally {
    running.delete(child);
    output.end();
    await finished(output);
  }
}
