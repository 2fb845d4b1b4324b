import { Worker } from 'node:worker_threads';

/** What random lives came to, of all workers together. */
export interface Outcome {
  lives: number;
  steps: number;
  kills: number;
  /** Events that reached our webhook, copies included. */
  events: number;
  /** From the first life to the last, of the slowest worker. */
  seconds: number;
}

/** What a worker ends with: `fault` is the smallest life found in which something does not hold, with what it was. */
type Result = Outcome & { fault: string | null };

/**
 * Lives through random lives, each worker in a world of its own. The same seed and number of
 * workers give the same lives. Throws the first fault that a worker ends with, and lets no other go on.
 * @param options.from how many of them were lived through before: the others are
 * @param options.onLived hears now and then how many all workers have lived through without a fault
 */
export async function runLives(
  lives: number,
  workers: number,
  seed: number,
  { from = 0, onLived }: { from?: number; onLived?: (lives: number) => void } = {},
): Promise<Outcome> {
  const lived = new Map<number, number>();
  const before = Math.floor(from / workers);
  const started = Array.from({ length: workers }, (_, n) => {
    const workerData = { count: Math.ceil(lives / workers), before, seed: seed + n };
    return new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  });
  const runs = started.map((worker, n) => {
    return new Promise<Outcome>((resolve, reject) => {
      worker.on('message', (told: Result | number) => {
        if (typeof told !== 'number') {
          return told.fault === null ? resolve(told) : reject(new Error(told.fault));
        }
        lived.set(n, told);
        onLived?.([...lived.values()].reduce((sum, one) => sum + one, 0));
      });
      worker.once('error', reject);
      worker.once('exit', (code) => {
        reject(new Error(`A worker ended with ${code} and told nothing`));
      });
    });
  });
  const results = await Promise.all(runs).catch(async (fault) => {
    await Promise.all(started.map((worker) => worker.terminate()));
    throw fault;
  });
  const sum = (field: 'lives' | 'steps' | 'kills' | 'events') =>
    results.reduce((total, result) => total + result[field], 0);
  return {
    lives: sum('lives'),
    steps: sum('steps'),
    kills: sum('kills'),
    events: sum('events'),
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
  };
}
