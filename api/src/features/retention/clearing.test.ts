import { expect, it } from 'vitest';
import { sizeAfter } from './clearing.ts';
import { dailyPasses } from './service.ts';

it('a batch grows while it is quick and full, and one that took too long makes the next as short as it should be', () => {
  expect(sizeAfter(5, { took: 3, isFull: true })).toBe(10);
  expect(sizeAfter(2_000, { took: 3, isFull: true })).toBe(2_000);
  expect(sizeAfter(40, { took: 3, isFull: false })).toBe(40);
  expect(sizeAfter(40, { took: 30, isFull: true })).toBe(40);
  expect(sizeAfter(400, { took: 300, isFull: true })).toBe(20);
  expect(sizeAfter(8, { took: 300, isFull: true })).toBe(1);
});

it('a first wave of inactive accounts leaves more than half of the night to the clearing', () => {
  const began = performance.now();
  const { inactive, clearing } = dailyPasses(new Date());
  const share = (inactive.until - began) / (clearing.until - began);
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.5);
});
