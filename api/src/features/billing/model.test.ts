import { expect, test } from 'vitest';
import { runLives } from '../../testing/model/run.ts';

// Each run draws other lives; `npm run test:lives` lives through 1,000, `npm run bench -- model` 20,000.
const lives = Number(process.env.MODEL_LIVES ?? 200);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000_000);

test(`${lives} random lives, with lost, late and repeated events and kills at any step, end in Stripe's truth (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const outcome = await runLives(lives, 2, seed);
  expect(outcome.lives).toBeGreaterThanOrEqual(lives);
  expect(outcome.kills).toBeGreaterThan(lives / 10);
});
