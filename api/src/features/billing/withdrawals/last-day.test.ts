import { lastDayToWithdraw, londonDay } from 'contract/withdrawal';
import { expect, it } from 'vitest';

it.each([
  ['in winter', '2026-11-22T11:00:00Z', '2026-12-06'],
  ['late in the evening, before midnight in London', '2026-11-22T23:59:59Z', '2026-12-06'],
  ['after midnight in London, in summer', '2026-07-01T23:30:00Z', '2026-07-16'],
  ['over the end of summer time', '2026-10-20T12:00:00Z', '2026-11-03'],
  ['over the end of a year', '2026-12-31T00:00:00Z', '2027-01-14'],
  ['over a leap day', '2028-02-20T12:00:00Z', '2028-03-05'],
])(
  'the right to withdraw lasts 14 days of London after the day it begins: %s',
  (_, since, last) => {
    expect(lastDayToWithdraw(new Date(since))).toBe(last);
  },
);

it('a day ends at midnight in London', () => {
  expect(londonDay(new Date('2026-07-15T22:59:59Z'))).toBe('2026-07-15');
  expect(londonDay(new Date('2026-07-15T23:00:00Z'))).toBe('2026-07-16');
  expect(londonDay(new Date('2026-12-06T23:59:59Z'))).toBe('2026-12-06');
});
