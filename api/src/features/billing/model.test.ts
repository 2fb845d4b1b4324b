import { expect, test } from 'vitest';
import { runLives } from '../../testing/model/run.ts';

const lives = Number(process.env.MODEL_LIVES ?? 1_000);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000_000);

test(`${lives} random lives, with lost, late and repeated events and kills at any step, end in Stripe's truth (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const outcome = await runLives(lives, 2, seed);
  expect(outcome.faults).toEqual([]);
  expect(outcome.lives).toBeGreaterThanOrEqual(lives);
  expect(outcome.kills).toBeGreaterThan(lives / 10);
});
