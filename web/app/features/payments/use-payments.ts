import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminListPayments, listPayments, type PaymentStatus } from 'contract/payments';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';

export interface MyPaymentFilters {
  search: string;
  date_from?: string;
  date_to?: string;
  product?: string;
}

/** My payments that match. */
export function usePayments(filters: MyPaymentFilters) {
  return useQuery({
    queryKey: ['payments', 'mine', filters],
    queryFn: async ({ signal }) => (await call(listPayments, { query: filters, signal })).payments,
    placeholderData: keepPreviousData,
  });
}

export interface PaymentFilters {
  search: string;
  status?: PaymentStatus;
  product?: string;
  plan?: 'monthly' | 'yearly';
  page: number;
  pageSize: number;
}

/** One page of all payments, with the figures of all that match. A failure is only logged (spec section 8). */
export function useAllPayments(filters: PaymentFilters) {
  return useQuery({
    queryKey: ['payments', 'all', filters],
    queryFn: ({ signal }) =>
      call(adminListPayments, { query: filters, signal, silent: true }).catch((error) => {
        if (!signal.aborted) logError('Loading payments failed', error);
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
}
