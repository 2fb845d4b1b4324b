import { expect, test } from 'vitest';
import { statsOf } from './stats-of.ts';

test('without figures from the server those of the list are shown', () => {
  const list = (['active', 'trial', 'expired', 'active', 'cancelled'] as const).map((status) => ({
    status,
  }));
  expect(statsOf(list)).toEqual({ total: 5, active: 2, trial: 1 });
});
