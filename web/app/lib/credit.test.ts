import { expect, test } from 'vitest';
import { creditText } from './credit.ts';

test.each([
  [{ amount: 0.82, credit: 24.17 }, '£24.17 of credit pays part: £0.82 will be charged.'],
  [{ amount: 0, credit: 24.99 }, '£24.99 of credit pays for it: nothing will be charged.'],
  [{ amount: 24.99, credit: 0 }, null],
  [{ amount: 24.99, credit: null }, null],
  [null, null],
])('product B30: of %o it is said: %s', (charge, text) => {
  expect(creditText(charge)).toBe(text);
});
