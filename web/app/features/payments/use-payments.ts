import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listPayments } from 'contract/payments';
import { type CallInput, call } from '../../lib/http.ts';

/** My payments that match. */
export function usePayments(filters: NonNullable<CallInput<typeof listPayments>['query']>) {
  return useQuery({
    queryKey: ['payments', 'mine', filters],
    queryFn: async ({ signal }) => (await call(listPayments, { query: filters, signal })).payments,
    placeholderData: keepPreviousData,
  });
}
