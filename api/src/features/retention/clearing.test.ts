import { expect, it } from 'vitest';
import { dailyPasses } from './service.ts';

it('a first wave of inactive accounts leaves more than half of the night to the clearing', () => {
  const began = performance.now();
  const { inactive, clearing } = dailyPasses(new Date());
  const share = (inactive.until - began) / (clearing.until - began);
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.5);
});
