import type { Difference } from 'contract/reconciliation';
import { expect, test } from 'vitest';
import { runSummary, unfinishedRunSummary } from './run-summary.ts';

const difference = (repaired: boolean): Difference => ({
  kind: 'payment',
  id: 'ch_1',
  field: 'status',
  ours: 'pending',
  stripe: 'success',
  repaired,
});

test.each([
  [{ checked: 1, found: 0, differences: [] }, 'Compared 1 customer with Stripe: nothing differs.'],
  [
    { checked: 1200, found: 1, differences: [difference(true)] },
    'Compared 1,200 customers with Stripe: 1 difference, all repaired.',
  ],
  [
    { checked: 9, found: 2, differences: [difference(true), difference(false)] },
    'Compared 9 customers with Stripe: 2 differences, 1 not repaired.',
  ],
  [
    { checked: 9, found: 40, differences: [difference(true)] },
    'Compared 9 customers with Stripe: 40 differences, all of the first 1 repaired.',
  ],
])('a run %# is told in a sentence', (run, sentence) => {
  expect(runSummary(run)).toBe(sentence);
});

test('a run that has not finished is told with its beginning', () => {
  expect(unfinishedRunSummary({ started_at: '2026-07-21T07:00:00.000Z', checked: 3 })).toBe(
    'A comparison that began 21/07/2026, 08:00 has not finished: 3 customers compared so far. It runs now, or it broke off.',
  );
});
