import { formatLongDate, formatPence } from 'contract/format';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  plan: z.string(),
  paidAt: moment,
  amount: pence,
});

/** Sent once for each payment that went through. */
export const paymentReceipt = template(content, (payment, siteUrl) => {
  return layout({
    subject: `Receipt for your ${payment.product} payment`,
    paragraphs: [hello(payment.firstName), 'Thank you. Your payment went through.'],
    details: [
      ['Product', payment.product],
      ['Plan', payment.plan],
      ['Amount', formatPence(payment.amount)],
      ['Date', formatLongDate(payment.paidAt)],
    ],
    action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
  });
});
