import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundleOf } from '../../../api/src/testing/programs.ts';
import { root } from '../../../scripts/lib/paths.ts';
import { clockAhead } from './clocks.ts';

const programs = ['server', 'commands/billing-reconcile', 'commands/backup'];

/** Bundles the product's programs as they are in a tree; answers the folder they are in, which goes with this process. */
export async function bundleProduct(tree = root): Promise<string> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/faults-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundleOf(tree, programs, folder);
  return folder;
}

/** Where today's programs are: whoever started this process may have bundled them for all rows. */
export const todaysPrograms = async (): Promise<string> =>
  process.env.FAULTS_PROGRAMS ?? bundleProduct();

export const metricsPortOf = (port: number): number => port + 1_000;

interface ServersNeeds {
  /** Where today's programs are, if they have been bundled already. */
  programs?: string | undefined;
  /** Where the programs are that are started first; today's, unless said otherwise. */
  before?: string | undefined;
  /** How far each one's clock is ahead, in minutes. */
  minutesAhead?: number[] | undefined;
}

/** The processes of the product, each started again when it ends, as a supervisor does. */
export async function startServers(
  ports: number[],
  settings: Record<string, string>,
  { programs: given, before, minutesAhead = [] }: ServersNeeds = {},
) {
  const folder = given ?? (await todaysPrograms());
  const work = mkdtempSync(join(root, '.cache/faults-'));
  const logFile = join(work, 'server.log');
  const log = createWriteStream(logFile, { flags: 'a' });
  const children = new Map<number, ChildProcess>();
  let isClosing = false;
  let current = before ?? folder;
  const env = { ...process.env, ...settings, WEB_DIR: join(work, 'site') };
  mkdirSync(env.WEB_DIR);

  const start = (port: number): void => {
    const clock = clockAhead(minutesAhead[ports.indexOf(port)]);
    const metrics = given ? {} : { METRICS_PORT: String(metricsPortOf(port)) };
    const own = { PORT: String(port), ...metrics, ...clock };
    const child = spawn(process.execPath, [join(current, 'server.js')], {
      env: { ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    children.set(port, child);
    child.once('exit', () => !isClosing && start(port));
  };

  const isReady = async (port: number): Promise<boolean> => {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    return answer?.status === 200;
  };
  const untilReady = async (): Promise<void> => {
    for (let tries = 0; tries < 900; tries += 1) {
      if ((await Promise.all(ports.map(isReady))).every(Boolean)) return;
      await setTimeout(100);
    }
    throw new Error('The processes did not become ready');
  };

  const endAll = (): void => {
    for (const child of children.values()) child.kill('SIGKILL');
  };
  process.on('exit', endAll);
  for (const port of ports) start(port);
  await untilReady();
  return {
    folder,
    logFile,
    env,
    untilReady,
    pidOf: (port: number) => children.get(port)?.pid,
    signal: (port: number, signal: NodeJS.Signals) => void children.get(port)?.kill(signal),
    /** What is started from now on is today's product. */
    upgrade() {
      current = folder;
    },
    /** Tells one to stop, and waits until the one after it is there. */
    async restart(port: number) {
      const child = children.get(port);
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await untilReady();
    },
    /** Kills them: what they were to be asked has been asked. */
    async stop() {
      isClosing = true;
      process.off('exit', endAll);
      const running = [...children.values()].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      const ended = running.map((child) => once(child, 'exit'));
      endAll();
      await Promise.all(ended);
      log.end();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
