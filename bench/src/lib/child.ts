import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  process: ChildProcess;
  isRunning(): boolean;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a program that does not outlive this process, whatever becomes of it. */
export function startChild(file: string, args: string[], options: SpawnOptions = {}): Child {
  const child = spawn(file, args, { stdio: 'ignore', ...options });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const endAtOnce = (): void => void child.kill('SIGKILL');
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
