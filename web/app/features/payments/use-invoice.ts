import { useQuery } from '@tanstack/react-query';
import { openInvoice } from 'contract/payments';
import { call } from '../../lib/http.ts';

/** The URL of a payment's invoice, asked for once. */
export function useInvoice(id: string) {
  return useQuery({
    queryKey: ['invoice', id],
    queryFn: async ({ signal }) =>
      (await call(openInvoice, { params: { id }, silent: true, signal })).url,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
