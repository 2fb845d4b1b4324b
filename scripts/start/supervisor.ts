import { type Child, type ChildSpec, startChild } from './child.ts';

const GRACE_MS = 10_000;

export type Supervisor = ReturnType<typeof createSupervisor>;

async function stopChild(child: Child): Promise<void> {
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await child.ended;
  clearTimeout(hard);
}

/**
 * Looks after a set of servers. `broken` rejects as soon as one of them ends by itself; it never
 * resolves. `onChange` hears the ids of the processes each time one was started.
 */
export function createSupervisor(
  logFolder: string,
  show: (line: string) => void,
  onChange: (pids: number[]) => void,
) {
  const children: Child[] = [];
  const { promise: broken, reject: fail } = Promise.withResolvers<never>();
  // Somebody may listen only later; until then the failure is not an unhandled one.
  broken.catch(() => {});
  let stopped: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    // The last to start stands on the others: it gets to finish its work while they still answer.
    for (const child of children.toReversed()) if (child.isRunning()) await stopChild(child);
  }

  return {
    broken,
    /** Starts a server; resolves when it is ready. */
    start: (spec: ChildSpec): Promise<void> => {
      if (stopped) return new Promise(() => {});
      const child = startChild(spec, logFolder, show);
      children.push(child);
      onChange(children.map(({ pid }) => pid));
      child.ended.then((reason) => stopped ?? fail(new Error(reason)));
      return child.ready;
    },
    /** Ends every server gracefully, after a while by force. Calling it again changes nothing. */
    stop: (): Promise<void> => {
      stopped ??= stopAll();
      return stopped;
    },
  };
}
