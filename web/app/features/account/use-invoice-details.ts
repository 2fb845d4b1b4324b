import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type InvoiceDetails, readInvoiceDetails } from 'contract/invoice-details';
import { call } from '../../lib/http.ts';

const invoiceDetailsQuery = queryOptions({
  queryKey: ['invoice-details'],
  queryFn: async () => (await call(readInvoiceDetails)).details,
});

/** Who is billed on one's invoices, as Stripe has it. */
export function useInvoiceDetails() {
  return useQuery(invoiceDetailsQuery);
}

/** Notes what the server answered to a change, so that nothing is asked for again. */
export function useKeepInvoiceDetails() {
  const client = useQueryClient();
  return (details: InvoiceDetails) => client.setQueryData(invoiceDetailsQuery.queryKey, details);
}
