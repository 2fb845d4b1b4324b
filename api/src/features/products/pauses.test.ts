import { expect, it } from 'vitest';
import { nextTry, patienceMs } from './pauses.ts';

const givenUpAt = new Date(patienceMs);

it('pauses grow from seconds to an hour, and a try stands at the end of three days', () => {
  const failingSince = new Date(0);
  let now = failingSince;
  let lastAt: Date | null = null;
  const pauses: number[] = [];
  for (let attempts = 1; now < givenUpAt; attempts += 1) {
    const next = nextTry({ attempts, givenUpAt, lastAt }, { now, failingSince }) ?? new Date(0);
    pauses.push(next.getTime() - now.getTime());
    lastAt = now;
    now = next;
  }
  expect(now).toEqual(givenUpAt);
  // What is lost twice has arrived before five seconds are over, which begin before its first try.
  expect((pauses[0] ?? 0) + (pauses[1] ?? 0)).toBeLessThan(3_500);
  const grown = pauses.slice(0, 11);
  expect(grown).toEqual(grown.toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBeLessThan(67 * 60_000);
  expect(pauses.length).toBeGreaterThan(60);
});

it('what has had its time is given up only where something else arrived since the try before', () => {
  const at = (ms: number) => new Date(patienceMs + ms);
  const next = (failingSince: Date, lastAt: Date | null) =>
    nextTry({ attempts: 80, givenUpAt, lastAt }, { now: at(1_000), failingSince });
  expect(next(at(1_000), at(0))).toBeNull();
  // Nothing has, since then; or the endpoint was well before the end, and is not any more.
  expect(next(at(1_000), at(1_000))).not.toBeNull();
  expect(next(at(1_000), null)).not.toBeNull();
  expect(next(at(-1_000), at(-2_000))).not.toBeNull();
  // Once nothing has arrived for three days the endpoint is switched off, with this try.
  const since = at(600 - patienceMs);
  expect(next(since, at(0))).toEqual(new Date(since.getTime() + patienceMs));
});
