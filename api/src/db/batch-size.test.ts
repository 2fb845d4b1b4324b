import { expect, it } from 'vitest';
import { sizeAfter } from './batch-size.ts';

it('a batch grows while it is quick and full, and one that took too long makes the next as short as it should be', () => {
  const after = (size: number, took: number, isFull = true) =>
    sizeAfter(size, { took, isFull }, { first: 2, most: 1_000 });
  expect(after(5, 3)).toBe(10);
  expect(after(1_000, 3)).toBe(1_000);
  expect(after(40, 3, false)).toBe(40);
  expect(after(40, 20)).toBe(40);
  expect(after(400, 200)).toBe(20);
  expect(after(8, 300)).toBe(1);
});
