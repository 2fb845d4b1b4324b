import { cancelSubscription } from 'contract/leaving';
import { listPayments } from 'contract/payments';
import { expect, test } from 'vitest';
import { apiUrl } from './http.ts';

test('empty and all-embracing filters are left out of the URL', () => {
  const query = { search: '', product: 'all', date_from: '2026-01-01', date_to: undefined };
  expect(apiUrl(listPayments.path, { query })).toBe('/api/user/payments?date_from=2026-01-01');
});

test('a path parameter cannot lead to another path', () => {
  expect(apiUrl(cancelSubscription.path, { params: { id: '../../login?' } })).toBe(
    '/api/user/subscriptions/..%2F..%2Flogin%3F/cancel',
  );
});
