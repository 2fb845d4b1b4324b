import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminListPayments, listPayments } from 'contract/payments';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { statsOf } from './stats-of.ts';

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

type PaymentQuery = z.input<typeof adminListPayments.query>;

/** One page of all payments, with the figures of all that match. A failure is logged (product D27). */
export function useAllPayments(query: PaymentQuery) {
  return useQuery({
    queryKey: ['payments', 'all', query],
    queryFn: async ({ signal }) => {
      try {
        const answer = await call(adminListPayments, { query, signal, silent: true });
        const stats = answer.stats ?? statsOf(answer.payments);
        return { ...answer, stats, count: answer.count ?? stats.total };
      } catch (error) {
        if (!signal.aborted) logError('Loading payments failed', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}
