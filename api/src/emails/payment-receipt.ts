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
  /** What credit paid beside it, and what of it is left; null where it was not told. */
  credit: pence.nullable(),
  creditLeft: pence.nullable(),
});

/** Sent once for each payment that went through. */
export const paymentReceipt = template(
  content,
  (payment, siteUrl) => {
    return layout({
      subject: `Receipt for your ${payment.product} payment`,
      paragraphs: [hello(payment.firstName), thanks(payment)],
      details: [
        ['Product', payment.product],
        ['Plan', payment.plan],
        ['Amount', formatPence(payment.amount)],
        ...creditLines(payment),
        ['Date', formatLongDate(payment.paidAt)],
      ],
      action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
    });
  },
  [(data) => ({ ...data, credit: null, creditLeft: null })],
);

function thanks({ amount, credit }: z.output<typeof content>): string {
  if (amount > 0 || !credit) return 'Thank you. Your payment went through.';
  return 'Your credit has paid for it. Nothing was charged to your card.';
}

function creditLines({ credit, creditLeft }: z.output<typeof content>): [string, string][] {
  const lines: [string, string][] = [];
  if (credit) lines.push(['Paid with credit', formatPence(credit)]);
  if (credit || creditLeft) lines.push(['Credit left', formatPence(creditLeft ?? 0)]);
  return lines;
}
