import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { live } from './live.ts';
import { lives } from './lives.ts';
import { closeWorld, openWorld } from './world.ts';

/** A life takes a fraction of a second; one that takes so long waits for what never comes. */
const stuckMs = 120_000;

const { count, before, seed } = workerData as Record<'count' | 'before' | 'seed', number>;
const plain = await openWorld();
const taxed = await openWorld('GB123456789');
const began = performance.now();
let [begun, lived] = [before, before];
/** The fault that was found: what is smaller may fail in another way, or for what this one left behind. */
let first = '';
const details = await fc.check(
  fc.asyncProperty(lives(9), async (life) => {
    // After a fault smaller lives are tried, which count for nothing.
    const isFaulty = lived < begun;
    begun += 1;
    const stuck = setTimeout(() => tell(`Stuck in ${JSON.stringify(life)}`), stuckMs);
    await live(life.isTaxed ? taxed : plain, life)
      .catch((error) => {
        first ||= `First in ${JSON.stringify(life)}\n${error instanceof Error ? error.stack : error}`;
        throw error;
      })
      .finally(() => clearTimeout(stuck));
    lived += 1;
    if (!isFaulty && lived % 100 === 0 && lived < count) parentPort?.postMessage(lived);
  }),
  { numRuns: count - before, seed, path: before > 0 ? String(before) : '' },
);
const fault = details.failed ? await fc.asyncDefaultReportMessage(details) : null;
const cause = details.errorInstance instanceof Error ? details.errorInstance.stack : '';
tell(fault ? `${fault}\n${cause}\n${first}` : null);
await closeWorld(plain);
await closeWorld(taxed);
process.exit(0);

function tell(fault: string | null): void {
  const sum = (field: keyof typeof plain.counts) => plain.counts[field] + taxed.counts[field];
  parentPort?.postMessage({
    ...{ lives: sum('lives'), steps: sum('steps'), kills: sum('kills'), events: sum('events') },
    fault,
    seconds: (performance.now() - began) / 1_000,
  });
}
