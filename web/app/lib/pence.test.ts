import { expect, test } from 'vitest';
import { readPence } from './pence.ts';

test.each([
  ['20', 2_000],
  ['20.5', 2_050],
  [' £1,020.07 ', 102_007],
  ['0.01', 1],
  ['19.99', 1_999],
  ['0', null],
  ['0.00', null],
  ['-5', null],
  ['20.005', null],
  ['twenty', null],
  ['', null],
])('an amount typed as %j is %j pence', (typed, pence) => {
  expect(readPence(typed)).toBe(pence);
});
