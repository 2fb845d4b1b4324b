import { Unavailable } from '../../http/errors.ts';

/**
 * Lets at most `running` tasks run at once and the others wait their turn, up to `waiting` of them;
 * who comes then is refused with Unavailable, so that a flood is over as soon as it ends.
 */
export function limitConcurrency(running: number, waiting: number) {
  const queue: (() => void)[] = [];
  let free = running;

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else if (queue.length >= waiting) throw new Unavailable();
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
