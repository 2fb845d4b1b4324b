import { setTimeout as wait } from 'node:timers/promises';

/**
 * Does something again and again and rests so many milliseconds after each time. Answers how to stop, which waits
 * for the last one, and rejects where one failed.
 */
export function untilStopped(restMs: number, work: () => Promise<void>): () => Promise<void> {
  let isOn = true;
  const running = (async () => {
    for (; isOn; await wait(restMs)) await work();
  })();
  return async () => {
    isOn = false;
    await running;
  };
}
