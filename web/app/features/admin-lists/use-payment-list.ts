import { type AdminPaymentView, adminListPayments, type PaymentStats } from 'contract/payments';
import { type CallInput, call } from '../../lib/http.ts';
import { type RowStats, sumStats } from './list-stats.ts';
import { useListQuery } from './use-list-query.ts';

type Payment = Pick<AdminPaymentView, 'status' | 'amount'>;

const countOf = (status: string) => (payment: Payment) => Number(payment.status === status);
const amountOf =
  (...statuses: string[]) =>
  ({ status, amount }: Payment) =>
    statuses.includes(status) ? amount : 0;

/** What a payment adds to the figures. */
export const paymentStats: RowStats<Payment, keyof PaymentStats> = {
  total: () => 1,
  success: countOf('success'),
  pending: countOf('pending'),
  failed: countOf('failed'),
  successAmount: amountOf('success'),
  pendingAmount: amountOf('pending'),
  totalAmount: amountOf('success', 'pending'),
};

/** One page of all payments. */
export function usePaymentList(query: NonNullable<CallInput<typeof adminListPayments>['query']>) {
  return useListQuery({
    name: 'payments',
    query,
    load: async (input) => {
      const { payments: rows, ...page } = await call(adminListPayments, input);
      return { rows, ...page };
    },
    statsFromRows: (rows) => sumStats(rows, paymentStats),
  });
}
