import { expect, test } from 'vitest';
import { runLives } from '../../testing/model/run.ts';

// What is proved is the rules; on PostgreSQL a part is enough to show that the queries are the same.
const usual = process.env.TEST_DATABASE === 'postgres' ? 200 : 1_000;
const lives = Number(process.env.MODEL_LIVES ?? usual);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000_000);

test(`${lives} random lives, with lost, late and repeated events and kills at any step, end in Stripe's truth (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const outcome = await runLives(lives, 2, seed);
  expect(outcome.faults).toEqual([]);
  expect(outcome.lives).toBeGreaterThanOrEqual(lives);
  expect(outcome.kills).toBeGreaterThan(lives / 10);
});
