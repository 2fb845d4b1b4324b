import { availableParallelism } from 'node:os';
import { runLives } from '../../api/src/testing/model/run.ts';
import { startTestPostgres } from '../../api/src/testing/postgres.ts';
import type { Row } from './report.ts';

/** The long run of the random lives that `npm test` lives two hundred of. Throws on a fault. */
export async function benchModel(): Promise<Row[]> {
  // PostgreSQL takes half of the processor time that PGlite does; so many lives leave much to vacuum.
  const stop = await startTestPostgres(['synchronous_commit=off']);
  const lives = Number(process.env.MODEL_LIVES ?? 20_000);
  const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000_000);
  const from = Number(process.env.MODEL_FROM ?? 0);
  const workers = Number(process.env.MODEL_WORKERS ?? availableParallelism());
  const began = performance.now();
  const onLived = (lived: number) => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    // A run that is broken off goes on from there by MODEL_FROM.
    process.stderr.write(`${lived} lives without a fault in ${seconds} s, seed ${seed}\n`);
  };
  const outcome = await runLives(lives, workers, seed, { from, onLived }).finally(stop);
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
