import { fork } from 'node:child_process';
import { logChild } from './child-log.ts';

/** One of our servers: what it is called, where it begins and its settings. */
export type ChildSpec = {
  /** Short name, in front of its lines and in its log's file name. */
  name: string;
  /** What a person calls it. */
  title: string;
  entry: string;
  env: NodeJS.ProcessEnv;
};

export type Child = ReturnType<typeof startChild>;

type Report = { ready?: boolean; error?: string; progress?: string };

/**
 * Starts a server as a process of its own group, so that Ctrl-C reaches it only through us, with a
 * channel whose closing tells it that we are gone. `ready` resolves once it reports to be ready;
 * `ended` resolves with the reason in words when it ends, whatever the reason.
 */
export function startChild(spec: ChildSpec, logFolder: string, show: (line: string) => void) {
  const child = fork(spec.entry, {
    env: spec.env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    detached: true,
    silent: true,
  });
  const log = logChild(child, spec.name, logFolder, show);
  let fault: string | undefined;

  const ready = new Promise<void>((resolve) => {
    child.on('message', (report: Report) => {
      if (report.ready) resolve();
      if (report.error) fault = report.error;
      if (report.progress) show(report.progress);
    });
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${spec.title} cannot be started: ${error.message}`));
    // 'close' rather than 'exit': by then its last lines have been read.
    child.once('close', (code, signal) => {
      const how = signal ? `on ${signal}` : `with code ${code}`;
      const why = fault ?? (log.lastLines() || 'It printed nothing.');
      resolve(`${spec.title} ended ${how}.\n${why}\nIts log: ${log.file}`);
    });
  });

  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}
