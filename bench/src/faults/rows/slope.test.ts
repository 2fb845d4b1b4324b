import { expect, it } from 'vitest';
import { floorsOf, type Point, slopeOf } from './slope.ts';

/** Half an hour of memory that is collected each minute and fills faster as the machine gets busier. */
const memory = (heldAnHour: number): Point[] =>
  Array.from({ length: 360 }, (_, n) => [
    n / 720,
    200 + heldAnHour * (n / 720) + (n % 12) * (n / 60),
  ]);

it('memory that comes and goes is not taken for memory that is held', () => {
  expect(slopeOf(memory(0))).toBeGreaterThan(60);
  expect(slopeOf(floorsOf(memory(0)))).toBeCloseTo(0);
  expect(slopeOf(floorsOf(memory(100)))).toBeCloseTo(100);
});
