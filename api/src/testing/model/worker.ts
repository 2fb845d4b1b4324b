import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { live } from './live.ts';
import { lives } from './lives.ts';
import { closeWorld, openWorld } from './world.ts';

const { count, seed } = workerData as { count: number; seed: number };
const world = await openWorld();
const began = performance.now();
const details = await fc.check(
  fc.asyncProperty(lives(9), (life) => live(world, life)),
  { numRuns: count, seed },
);
const fault = details.failed ? await fc.asyncDefaultReportMessage(details) : null;
const cause = details.errorInstance instanceof Error ? details.errorInstance.stack : '';
parentPort?.postMessage({
  ...world.counts,
  fault: fault && `${fault}\n${cause}`,
  seconds: (performance.now() - began) / 1_000,
});
await closeWorld(world);
process.exit(0);
