import { planName, productName } from 'contract/catalogue';
import type { PaymentRow } from '../../payments/repository.ts';
import type { Customer } from '../customers/customers-repository.ts';
import type { MailContext } from './subscription-mails.ts';

/**
 * Queues what a customer is to be told of a payment. `isStillTried`: its subscription goes on, so
 * that a payment which failed can still be put right.
 */
export async function queuePaymentMails(
  { mails, transaction, customer }: Omit<MailContext, 'stripeNow'>,
  payment: PaymentRow,
  isStillTried: boolean,
): Promise<void> {
  const described = describe(customer, payment);
  if (payment.status === 'success') {
    await mails.queue(transaction, {
      cause: `payment-receipt:${payment.stripeInvoiceId}`,
      template: 'payment-receipt',
      to: customer.email,
      content: { ...described, paidAt: payment.paidAt.toISOString() },
    });
  }
  if (payment.status === 'failed' && isStillTried) {
    await mails.queue(transaction, {
      cause: `payment-failed:${payment.stripeInvoiceId}`,
      template: 'payment-failed',
      to: customer.email,
      content: { ...described, dueAt: payment.paidAt.toISOString() },
    });
  }
}

function describe({ firstName }: Customer, { productId, planId, amount }: PaymentRow) {
  return { firstName, product: productName(productId), plan: planName(planId), amount };
}
