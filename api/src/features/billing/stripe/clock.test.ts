import { expect, it } from 'vitest';
import { createStripeClock } from './clock.ts';

const day = 86_400_000;
const from = (ms: number) => new Date(Date.now() + ms);
const ahead = (now: Date) => Math.round((now.getTime() - Date.now()) / day) + 0;

it("follows Stripe's answers forward and back, and its events forward only", () => {
  const clock = createStripeClock();
  expect(ahead(clock.now())).toBe(0);
  clock.answered(from(40 * day).toUTCString());
  expect(ahead(clock.now())).toBe(40);
  clock.reached(from(10 * day));
  expect(ahead(clock.now())).toBe(40);
  clock.reached(from(54 * day));
  expect(ahead(clock.now())).toBe(54);
  clock.answered(from(0).toUTCString());
  expect(ahead(clock.now())).toBe(0);
});

it('takes a difference of seconds, and an answer without a time, for none', () => {
  const clock = createStripeClock();
  clock.answered(from(60_000).toUTCString());
  clock.answered(undefined);
  clock.answered('soon');
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
});
