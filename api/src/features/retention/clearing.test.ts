import { expect, it } from 'vitest';
import { sizeAfter } from './clearing.ts';

it('a batch grows while it is quick and full, and one that took too long makes the next as short as it should be', () => {
  expect(sizeAfter(5, { took: 3, isFull: true })).toBe(10);
  expect(sizeAfter(2_000, { took: 3, isFull: true })).toBe(2_000);
  expect(sizeAfter(40, { took: 3, isFull: false })).toBe(40);
  expect(sizeAfter(40, { took: 30, isFull: true })).toBe(40);
  expect(sizeAfter(400, { took: 300, isFull: true })).toBe(20);
  expect(sizeAfter(8, { took: 300, isFull: true })).toBe(5);
});
