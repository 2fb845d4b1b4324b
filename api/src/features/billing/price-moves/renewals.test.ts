import { expect, test } from 'vitest';
import { renewalFrom } from './renewals.ts';

const at = (day: string) => new Date(`${day}T09:30:00Z`);
const day = (date: Date) => date.toISOString().slice(0, 10);

test.each([
  ['2026-01-31', 'monthly', '2026-02-01', '2026-02-28'],
  ['2026-01-31', 'monthly', '2026-03-01', '2026-03-31'],
  ['2026-03-15', 'monthly', '2026-05-15', '2026-05-15'],
  ['2026-03-15', 'monthly', '2026-05-16', '2026-06-15'],
  ['2024-02-29', 'yearly', '2025-01-01', '2025-02-28'],
  ['2024-02-29', 'yearly', '2027-03-01', '2028-02-29'],
] as const)(
  'begun on %s and %s, it renews from %s on first on %s',
  (anchor, cycle, from, first) => {
    expect(day(renewalFrom({ anchor: at(anchor), cycle }, at(from)))).toBe(first);
  },
);

test('what has just begun renews a cycle later', () => {
  const rhythm = { anchor: at('2026-03-15'), cycle: 'monthly' } as const;
  expect(day(renewalFrom(rhythm, at('2026-01-01')))).toBe('2026-04-15');
});
