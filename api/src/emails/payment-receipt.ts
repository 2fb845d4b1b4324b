import { formatLongDate, formatPence } from 'contract/format';
import { layout, type Mail } from './layout.ts';

export interface PaymentReceipt {
  firstName: string;
  product: string;
  plan: string;
  /** ISO 8601, UTC. */
  paidAt: string;
  /** Pence. */
  amount: number;
}

/** Sent once for each payment that went through. */
export function paymentReceipt(payment: PaymentReceipt, siteUrl: string): Mail {
  return layout({
    subject: `Receipt for your ${payment.product} payment`,
    paragraphs: [`Hello ${payment.firstName},`, 'Thank you. Your payment went through.'],
    details: [
      ['Product', payment.product],
      ['Plan', payment.plan],
      ['Amount', formatPence(payment.amount)],
      ['Date', formatLongDate(payment.paidAt)],
    ],
    action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
  });
}
