import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  process: ChildProcess;
  isRunning(): boolean;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Has this process end by itself where it is told to, so that what it has started ends too. */
export function endWhenTold(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
}

/**
 * Starts a program that does not outlive this process, whatever becomes of it: when this ends it is killed, or told
 * to end, so that it can end what it has started itself.
 */
export function startChild(
  file: string,
  args: string[],
  options: SpawnOptions = {},
  atExit: NodeJS.Signals = 'SIGKILL',
): Child {
  const child = spawn(file, args, { stdio: 'ignore', ...options });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const endAtOnce = (): void => void child.kill(atExit);
  process.on('exit', endAtOnce);
  child.on('error', () => {});
  child.once('exit', () => process.off('exit', endAtOnce));
  return {
    process: child,
    isRunning,
    async end(signal) {
      if (!isRunning()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
