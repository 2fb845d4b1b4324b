import type { Difference } from 'contract/reconciliation';
import { expect, test } from 'vitest';
import { sentenceOf } from './run-words.ts';

const difference = (repaired: boolean): Difference => ({
  kind: 'payment',
  id: 'ch_1',
  field: 'status',
  ours: 'pending',
  stripe: 'success',
  repaired,
});
const finished_at = '2026-11-21T07:00:00.000Z';

test.each([
  [
    { finished_at, checked: 1, found: 0, differences: [] },
    'Compared 1 customer with Stripe: nothing differs.',
  ],
  [
    { finished_at, checked: 1200, found: 1, differences: [difference(true)] },
    'Compared 1,200 customers with Stripe: 1 difference, all repaired.',
  ],
  [
    { finished_at, checked: 9, found: 2, differences: [difference(true), difference(false)] },
    'Compared 9 customers with Stripe: 2 differences, 1 not repaired.',
  ],
  [
    { finished_at, checked: 9, found: 40, differences: [difference(true)] },
    'Compared 9 customers with Stripe: 40 differences, all of the first 1 repaired.',
  ],
  [
    { finished_at: null, checked: 3, found: 0, differences: [] },
    'It has not finished: 3 customers compared so far. It runs now, or it broke off.',
  ],
])('a run %# is told in a sentence', (run, sentence) => {
  expect(sentenceOf(run)).toBe(sentence);
});
