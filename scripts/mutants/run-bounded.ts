import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

export type Bounded = {
  /** The program and what it is given. */
  run: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Milliseconds after which it and all it has started are ended. */
  limit: number;
  /** The file its output is added to. */
  log: string;
};

/** Runs a command, and ends it with all that it started when it takes too long. */
export async function runBounded({
  run,
  cwd,
  env,
  limit,
  log,
}: Bounded): Promise<{ ok: boolean; isLate: boolean }> {
  const [program = '', ...args] = run;
  const output = createWriteStream(log, { flags: 'a' });
  output.write(`$ ${run.join(' ')}\n`);
  await once(output, 'open');
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  const exited = once(child, 'exit').catch(() => [1]);
  let isLate = false;
  const end = () => {
    if (child.pid) endTree(child.pid);
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limit);
  process.once('exit', end);
  const [code] = await exited;
  clearTimeout(timer);
  process.removeListener('exit', end);
  output.end();
  return { ok: code === 0 && !isLate, isLate };
}

/** Ends a process and its descendants, those in groups of their own, too. */
function endTree(pid: number): void {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.filter(([, of]) => of === parent).flatMap(([own = 0]) => [own, ...below(own)]);
  for (const each of [pid, ...below(pid)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}
