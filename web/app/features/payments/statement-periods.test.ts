import { expect, test } from 'vitest';
import { statementPeriods, todayInLondon } from './statement-periods.ts';

test.each([
  ['2027-04-05', '2026-04-06', '2027-04-05', '2026/27'],
  ['2027-04-06', '2027-04-06', '2028-04-05', '2027/28'],
])('on %s the tax year runs from %s to %s', (today, from, to, name) => {
  const [newest] = statementPeriods(today);
  expect(newest).toEqual({ label: `Tax year ${name} (6 April to 5 April)`, from, to });
});

test('three tax years and three calendar years are offered, the newest first', () => {
  const labels = statementPeriods('2026-11-22').map(({ label }) => label.replace(/ \(.*/, ''));
  const tax = ['Tax year 2026/27', 'Tax year 2025/26', 'Tax year 2024/25'];
  const calendar = ['Calendar year 2026', 'Calendar year 2025', 'Calendar year 2024'];
  expect(labels).toEqual([...tax, ...calendar]);
});

test('a day is London’s', () => {
  expect(todayInLondon(new Date('2026-07-31T23:30:00Z'))).toBe('2026-08-01');
});
