import { formatLongDate, formatPence } from 'contract/format';
import { promised } from 'contract/promised';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  paidAt: moment,
  amount: pence,
  refund: pence,
});

/** Sent once for each refund that an admin makes. Why is between the admins: it stands in their log. */
export const paymentRefunded = template(content, (payment, siteUrl) => {
  const { firstName, product, paidAt, amount, refund } = payment;
  return layout({
    subject: `${formatPence(refund)} refunded for ${product}`,
    paragraphs: [
      hello(firstName),
      `We have refunded ${formatPence(refund)} to the card you paid with. Your bank shows it within a few days, ${promised.refundDays} at most. Nothing else changes by it.`,
    ],
    details: [
      ['Product', product],
      ['Paid', `${formatPence(amount)} on ${formatLongDate(paidAt)}`],
      ['Refunded now', formatPence(refund)],
    ],
    action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
  });
});
