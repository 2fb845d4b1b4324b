import { expect, test } from 'vitest';
import { figureFilterLabel } from './filter-chip-labels.ts';

test.each([
  ['revenue', undefined, 'Revenue'],
  ['revenue', '2026-10', 'Revenue of October 2026'],
  ['recurring', undefined, 'Recurring revenue now'],
  ['churned', '2026-01', 'Ended in January 2026 after it was paid for'],
  ['trial-ended', '2026-10', 'Trial ended in October 2026'],
  ['trial-converted', '2026-10', 'Trial ended in October 2026 and was paid for'],
  ['trial-converted', undefined, 'Trial ended and was paid for'],
])('the figure %s of %s is called %j', (figure, month, words) => {
  expect(figureFilterLabel(figure, month)).toBe(words);
});
