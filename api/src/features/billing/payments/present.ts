import { findPlan, findProduct, planName, productName } from 'contract/catalogue';
import { toPounds } from 'contract/format';
import type { AdminPaymentView, PaymentView } from 'contract/payments';
import { presentPerson } from '../../users/present.ts';
import type { PaymentWithPayer } from './list-repository.ts';
import type { PaymentRow } from './repository.ts';

/** A payment as its payer sees it. */
export function presentPayment(row: PaymentRow): PaymentView {
  return {
    id: row.id,
    payment_date: row.paidAt.toISOString(),
    amount: toPounds(row.amount),
    refunded: toPounds(row.refunded),
    credit: toPounds(row.credit),
    vat: toPounds(row.vat),
    status: row.status,
    subscription: {
      product: { name: productName(row.productId) },
      pricing_plan: { plan_name: planName(row.planId) },
    },
  };
}

/** A payment with its payer, as admins see it. */
export function presentAdminPayment({ payment, payer }: PaymentWithPayer): AdminPaymentView {
  const product = findProduct(payment.productId);
  const plan = findPlan(payment.planId);
  return {
    id: payment.id,
    user: presentPerson(payer),
    subscription: {
      product: { name: product?.name ?? '', description: product?.description ?? '' },
      pricing_plan: { plan_name: plan?.name ?? '', billing_cycle: plan?.cycle ?? 'monthly' },
    },
    amount: toPounds(payment.amount),
    refunded: toPounds(payment.refunded),
    refundable: toPounds(
      payment.status === 'success' ? payment.amount - payment.refunded - payment.withheld : 0,
    ),
    payment_date: payment.paidAt.toISOString(),
    status: payment.status,
  };
}
