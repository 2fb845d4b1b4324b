import { expect, test } from 'vitest';
import { statementPeriods, todayInLondon } from './statement-periods.ts';

test.each([
  ['2027-04-05', '2026-04-06', '2027-04-05', '2026/27'],
  ['2027-04-06', '2027-04-06', '2028-04-05', '2027/28'],
])('on %s the tax year runs from %s to %s', (today, from, to, name) => {
  const [newest] = statementPeriods(today);
  expect(newest).toEqual({ label: `Tax year ${name} (6 April to 5 April)`, from, to });
});

test('this tax year and calendar year and the four before are offered, the newest first', () => {
  const labels = statementPeriods('2026-11-22').map(({ label }) => label.replace(/ \(.*/, ''));
  const tax = ['2026/27', '2025/26', '2024/25', '2023/24', '2022/23'];
  const calendar = ['2026', '2025', '2024', '2023', '2022'];
  expect(labels).toEqual([
    ...tax.map((year) => `Tax year ${year}`),
    ...calendar.map((year) => `Calendar year ${year}`),
  ]);
});

test('a day is London’s', () => {
  expect(todayInLondon(new Date('2026-07-31T23:30:00Z'))).toBe('2026-08-01');
});
