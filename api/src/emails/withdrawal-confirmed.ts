import { formatLongDate, formatPence } from 'contract/format';
import { promised } from 'contract/promised';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  withdrawnAt: moment,
  refund: pence,
  /** Something was paid for it, now or earlier. */
  wasPaid: z.boolean(),
});

/** Sent once when somebody has withdrawn: that access has ended, and what goes back. */
export const withdrawalConfirmed = template(content, (withdrawal, siteUrl) => {
  const { firstName, product, withdrawnAt, refund, wasPaid } = withdrawal;
  const amount = formatPence(refund);
  const outcome = refund > 0 ? `${amount} refunded` : wasPaid ? '' : 'nothing was charged';
  return layout({
    subject: ['Withdrawal confirmed', outcome].filter(Boolean).join(', '),
    paragraphs: [
      hello(firstName),
      `You have withdrawn from your ${product} subscription. Your access has ended, and nothing more is charged.`,
      ...(refund > 0
        ? [
            `We have refunded ${amount} to the card you paid with. Your bank shows it within a few days, ${promised.refundDays} at most.`,
          ]
        : []),
    ],
    details: [
      ['Product', product],
      ['Withdrawn', formatLongDate(withdrawnAt)],
      ['Refunded', amount],
    ],
    action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
  });
});
