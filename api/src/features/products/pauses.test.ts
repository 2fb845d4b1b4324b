import { expect, it } from 'vitest';
import { nextTry, patienceMs } from './pauses.ts';

it('pauses grow from seconds to an hour, and a last try stands at the end of three days', () => {
  const end = new Date(patienceMs);
  let now = new Date(0);
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const next = nextTry(attempts, { now, end });
    if (!next) break;
    pauses.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(now).toEqual(end);
  // What is lost twice has arrived before five seconds are over, which begin before its first try.
  expect((pauses[0] ?? 0) + (pauses[1] ?? 0)).toBeLessThan(3_500);
  const grown = pauses.slice(0, 11);
  expect(grown).toEqual(grown.toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBeLessThan(67 * 60_000);
  expect(pauses.length).toBeGreaterThan(60);
});
