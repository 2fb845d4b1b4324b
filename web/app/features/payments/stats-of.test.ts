import { expect, test } from 'vitest';
import { statsOf } from './stats-of.ts';

test('without figures from the server those of the list are shown, to the penny', () => {
  const list = [
    { status: 'success', amount: 0.1 },
    { status: 'success', amount: 0.2 },
    { status: 'pending', amount: 24.99 },
    { status: 'failed', amount: 14.99 },
    { status: 'refunded', amount: 35 },
  ] as const;
  expect(statsOf([...list])).toEqual({
    total: 5,
    success: 2,
    pending: 1,
    failed: 1,
    successAmount: 0.3,
    pendingAmount: 24.99,
    totalAmount: 25.29,
  });
});
