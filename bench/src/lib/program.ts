import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { root } from '../../../scripts/lib/paths.ts';
import { startChild } from './child.ts';

type Environment = Record<string, string>;

export interface Running {
  child: ChildProcess;
  /** Milliseconds from the spawn to the moment it could be used. */
  startedIn: number;
  stop(): Promise<void>;
}

/** Starts a program of this repository, whose output goes to standard error; ready when `url` answers 200. */
export async function startProgram(file: string, env: Environment, url: string): Promise<Running> {
  const began = performance.now();
  const { process: child, end } = startChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', process.stderr.fd, 'inherit'] },
  );
  await untilAnswered(url, child);
  return { child, startedIn: performance.now() - began, stop: () => end('SIGTERM') };
}

/** Runs `npm start`; ready when it says so. */
export async function startEverything(env: Environment): Promise<Running> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DEMO_HISTORY: 'false', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (/^Ready\b/m.test(output)) {
      child.stdout.resume();
      return {
        child,
        startedIn: performance.now() - began,
        stop: () => stopGroup(child),
      };
    }
  }
  throw new Error(`npm start did not become ready:\n${output}`);
}

/** Resident memory of a process in MiB (Linux). */
export async function residentMemory({ child }: Running): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGTERM');
  await exited;
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} never answered: the program ended with ${child.exitCode}`);
}
