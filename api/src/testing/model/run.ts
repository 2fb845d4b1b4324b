import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What random lives came to, of all workers together. */
export interface Outcome {
  lives: number;
  steps: number;
  kills: number;
  /** Events that reached our webhook, copies included. */
  events: number;
  /** The smallest life found in which something does not hold, with what it was. */
  faults: string[];
  /** From the first life to the last, of the slowest worker. */
  seconds: number;
}

/**
 * Lives through random lives, each worker in a world of its own. The same seed and number of
 * workers give the same lives.
 */
export async function runLives(lives: number, workers: number, seed: number): Promise<Outcome> {
  const runs = Array.from({ length: workers }, async (_, n) => {
    const workerData = { count: Math.ceil(lives / workers), seed: seed + n };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    const ended = once(worker, 'exit').then(([code]) => {
      throw new Error(`A worker ended with ${code} and told nothing`);
    });
    const [result] = await Promise.race([once(worker, 'message'), ended]);
    return result as Omit<Outcome, 'faults'> & { fault: string | null };
  });
  const results = await Promise.all(runs);
  const sum = (field: 'lives' | 'steps' | 'kills' | 'events') =>
    results.reduce((total, result) => total + result[field], 0);
  return {
    lives: sum('lives'),
    steps: sum('steps'),
    kills: sum('kills'),
    events: sum('events'),
    faults: results.flatMap(({ fault }) => fault ?? []),
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
  };
}
