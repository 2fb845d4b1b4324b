import { formatLongDate, formatPence } from 'contract/format';
import { vatPercent } from 'contract/vat';
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
  /** What of amount and credit together is VAT. */
  vat: pence,
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
        ...vatLines(payment),
        ['Date', formatLongDate(payment.paidAt)],
      ],
      action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
    });
  },
  [(data) => ({ ...data, credit: null, creditLeft: null }), (data) => ({ ...data, vat: 0 })],
);

function thanks({ amount, credit }: z.output<typeof content>): string {
  if (amount > 0 || !credit) return 'Thank you. Your payment went through.';
  return 'Your credit has paid for it. Nothing was charged to your card.';
}

/** Net and VAT of what was paid, by card and by credit: together they are the price. */
function vatLines({ amount, credit, vat }: z.output<typeof content>): [string, string][] {
  if (vat === 0) return [];
  return [
    ['Excluding VAT', formatPence(amount + (credit ?? 0) - vat)],
    [`VAT (${vatPercent}%)`, formatPence(vat)],
  ];
}

function creditLines({ credit, creditLeft }: z.output<typeof content>): [string, string][] {
  const lines: [string, string][] = [];
  if (credit) lines.push(['Paid with credit', formatPence(credit)]);
  if (credit || creditLeft) lines.push(['Credit left', formatPence(creditLeft ?? 0)]);
  return lines;
}
