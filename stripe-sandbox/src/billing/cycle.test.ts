import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundary, cycleEnd } from './cycle.ts';

const utc = (text: string) => Date.parse(`${text}Z`) / 1000;
const day = (instant: number) => new Date(instant * 1000).toISOString().slice(0, 10);
const monthly = { interval: 'month', interval_count: 1 } as const;
const yearly = { interval: 'year', interval_count: 1 } as const;

test('a month that lacks the day ends on its last day, and the next month has the day again', () => {
  const anchor = utc('2027-01-31T09:30:00');
  const days = [1, 2, 3, 4].map((count) => day(boundary(anchor, monthly, count)));
  expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
});

test('February of a leap year has its 29th', () => {
  expect(day(boundary(utc('2028-01-31T00:00:00'), monthly, 1))).toBe('2028-02-29');
});

test('a year from 29 February ends on the 28th until the next leap year', () => {
  const anchor = utc('2028-02-29T12:00:00');
  const days = [1, 2, 4].map((count) => day(boundary(anchor, yearly, count)));
  expect(days).toEqual(['2029-02-28', '2030-02-28', '2032-02-29']);
});

test('a cycle always ends after it begins and never more than 31 days later', () => {
  const instants = fc.integer({ min: utc('2020-01-01T00:00:00'), max: utc('2030-01-01T00:00:00') });
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 48 }), (anchor, cycles) => {
      const start = boundary(anchor, monthly, cycles);
      const end = cycleEnd(anchor, monthly, start);
      expect(end).toBe(boundary(anchor, monthly, cycles + 1));
      expect(end - start).toBeGreaterThanOrEqual(28 * 86_400);
      expect(end - start).toBeLessThanOrEqual(31 * 86_400);
    }),
  );
});
