import type { AdminPaymentView, PaymentStats } from 'contract/payments';

/** The figures of a list that came without any, from its rows (product D28). Amounts in pounds. */
export function statsOf(payments: Pick<AdminPaymentView, 'status' | 'amount'>[]): PaymentStats {
  const of = (wanted: string) => payments.filter(({ status }) => status === wanted);
  const pounds = (some: { amount: number }[]) =>
    some.reduce((pence, { amount }) => pence + Math.round(amount * 100), 0) / 100;
  const [success, pending, failed] = [of('success'), of('pending'), of('failed')];
  return {
    total: payments.length,
    success: success.length,
    pending: pending.length,
    failed: failed.length,
    successAmount: pounds(success),
    pendingAmount: pounds(pending),
    totalAmount: pounds([...success, ...pending]),
  };
}
