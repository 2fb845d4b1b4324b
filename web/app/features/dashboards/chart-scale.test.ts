import { expect, test } from 'vitest';
import { ceilingOf, pointsOf } from './chart-scale.ts';

test.each([
  [[0, 0], 1],
  [[null], 1],
  [[0.4], 0.4],
  [[1], 1],
  [[3, 4], 4],
  [[6.5], 8],
  [[23], 25],
  [[100, null], 100],
  [[1204.5], 1500],
  [[674.3], 800],
  [[-20, 8], 8],
  [[-20, 9], 10],
])('a chart of %j ends at %d', (values, ceiling) => {
  expect(ceilingOf(values)).toBe(ceiling);
});

test('a scale fits: nothing is over it, and the highest fills two thirds of it and more', () => {
  for (let most = 0.001; most < 10_000_000; most *= 1.07) {
    const ceiling = ceilingOf([0, null, most]);
    expect(ceiling, String(most)).toBeGreaterThanOrEqual(most);
    expect(most / ceiling, String(most)).toBeGreaterThanOrEqual(2 / 3);
  }
});

test('values stand in the middle of their columns, and the highest possible at the top', () => {
  expect(pointsOf([0, 10], 10)).toEqual([
    { x: 25, y: 100 },
    { x: 75, y: 0 },
  ]);
});

test('a month without a share leaves a gap, and a loss stands at the bottom', () => {
  expect(pointsOf([null, -5], 10)).toEqual([null, { x: 75, y: 100 }]);
});
