import { availableParallelism } from 'node:os';
import { runLives } from '../../api/src/testing/model/run.ts';
import type { Row } from './report.ts';

/** The long run of the random lives that `npm test` lives two hundred of. Throws on a fault. */
export async function benchModel(): Promise<Row[]> {
  // Each worker has an engine of its own, so that none waits for another.
  process.env.TEST_DATABASE ??= 'pglite';
  const lives = Number(process.env.MODEL_LIVES ?? 20_000);
  const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000_000);
  const outcome = await runLives(lives, availableParallelism(), seed);
  if (outcome.faults.length > 0) throw new Error(outcome.faults.join('\n\n'));
  const count = (number: number) => number.toLocaleString('en-GB');
  const { steps, kills, events, seconds } = outcome;
  const what = `${count(steps)} steps, ${count(kills)} kills, ${count(events)} events`;
  return [
    {
      what: `${count(outcome.lives)} random lives (${what}): time`,
      figure: `${seconds.toFixed(0)} s`,
    },
    { what: 'their faults', figure: '0' },
  ];
}
