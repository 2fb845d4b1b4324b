import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a person waits for other services, all that one call asks of them together. */
const waitMs = 12_000;

/** By so much a timer may come before its time: with no more than this left, nobody waits any more. */
const timersAreEarlyMs = 2;

/** Until when, on the clock of `performance.now()`. */
const deadline = new AsyncLocalStorage<number>();

/** Runs what a person waits for. What runs inside of another shares its time. */
export function withDeadline<T>(work: () => T, ms = waitMs): T {
  if (deadline.getStore() !== undefined) return work();
  return deadline.run(performance.now() + ms, work);
}

/** How long whoever waits for the code that runs now still does, in ms; a job has all the time. */
export function timeLeft(): number {
  const until = deadline.getStore();
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const left = until - performance.now();
  return left > timersAreEarlyMs ? left : 0;
}
