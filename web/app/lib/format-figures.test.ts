import { expect, test } from 'vitest';
import {
  formatGrowth,
  formatMoment,
  formatMonth,
  formatPercent,
  formatShortMonth,
} from './format-figures.ts';

test('months, moments and shares are shown the British way, in London', () => {
  expect(formatMonth('2026-11')).toBe('November 2026');
  expect(formatShortMonth('2026-11')).toBe('Nov');
  expect(formatMoment('2026-07-01T23:05:00.000Z')).toBe('02/07/2026, 00:05');
  expect(formatPercent(12.54)).toBe('12.5%');
  expect([12.5, 0, -3].map(formatGrowth)).toEqual(['+12.5%', '0%', '-3%']);
});

test('what is no date is shown as Invalid Date', () => {
  expect(formatMonth('2026-99')).toBe('Invalid Date');
  expect(formatMoment('')).toBe('Invalid Date');
});
