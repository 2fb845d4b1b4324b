import { Unavailable } from '../../http/errors.ts';

/** On whose behalf something is done. */
export interface Caller {
  /** Where they call from: those of one network share its turns. */
  network: string;
  /** Aborted when they hang up. */
  signal?: AbortSignal;
}

interface Waiting {
  caller: Caller;
  begin(): void;
  refuse(): void;
}

const ourselves: Caller = { network: '' };

/**
 * Lets at most `running` tasks run at once and the others wait, up to `waiting` of them. Networks take
 * turns, however many wait in each. When all places are taken, the last one of the network with the
 * most gives way and is refused with Unavailable; so one that floods keeps out itself. Who hangs up
 * leaves.
 */
export function limitConcurrency(running: number, waiting: number) {
  /** The network whose turn is next stands first. */
  const lines = new Map<string, Waiting[]>();
  let free = running;

  const lineOf = ({ network }: Caller) => lines.get(network) ?? [];

  function leave(one: Waiting): void {
    const others = lineOf(one.caller).filter((other) => other !== one);
    if (others.length > 0) lines.set(one.caller.network, others);
    else lines.delete(one.caller.network);
  }

  function makeRoom(caller: Caller): void {
    const all = [...lines.values()];
    if (all.reduce((sum, line) => sum + line.length, 0) < waiting) return;
    const longest = all.reduce((most, line) => (line.length > most.length ? line : most), []);
    const last = longest.at(-1);
    if (!last || longest.length <= lineOf(caller).length + 1) throw new Unavailable();
    last.refuse();
  }

  function turn(caller: Caller): Promise<void> {
    makeRoom(caller);
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        caller.signal?.removeEventListener('abort', refuse);
        leave(one);
        reject(new Unavailable());
      };
      const begin = (): void => {
        caller.signal?.removeEventListener('abort', refuse);
        leave(one);
        resolve();
      };
      const one = { caller, begin, refuse };
      lines.set(caller.network, [...lineOf(caller), one]);
      caller.signal?.addEventListener('abort', refuse);
    });
  }

  function next(): void {
    const [first] = lines;
    if (!first) {
      free += 1;
      return;
    }
    const [network, line] = first;
    line[0]?.begin();
    // Behind the others.
    const rest = lines.get(network);
    lines.delete(network);
    if (rest) lines.set(network, rest);
  }

  return async function inTurn<T>(task: () => Promise<T>, caller = ourselves): Promise<T> {
    if (caller.signal?.aborted) throw new Unavailable();
    if (free > 0) free -= 1;
    else await turn(caller);
    try {
      return await task();
    } finally {
      next();
    }
  };
}
