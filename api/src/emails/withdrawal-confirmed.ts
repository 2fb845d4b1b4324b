import { brand } from 'contract/brand';
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
  /** Paid beside it, and comes back; a release of before said nothing of it. */
  creditBack: pence.default(0),
  /** A bank decides on it; a release of before said nothing of it. */
  held: pence.default(0),
  /** Something was paid for it, now or earlier. */
  wasPaid: z.boolean(),
});

/** Sent once when somebody has withdrawn: that access has ended, and what goes back. */
export const withdrawalConfirmed = template(content, (withdrawal, siteUrl) => {
  const { firstName, product, withdrawnAt, refund, creditBack: credit, held, wasPaid } = withdrawal;
  const amount = formatPence(refund);
  const returned = `${formatPence(credit)} of credit`;
  const outcomes = [
    ...(refund > 0 ? [`${amount} refunded`] : []),
    ...(credit > 0 ? [`${returned} returned`] : []),
    ...(held > 0 ? [`${formatPence(held)} with your bank`] : []),
  ];
  const nothing = wasPaid ? '' : 'nothing was charged';
  return layout({
    subject: ['Withdrawal confirmed', outcomes.join(', ') || nothing].filter(Boolean).join(', '),
    paragraphs: [
      hello(firstName),
      `You have withdrawn from your ${product} subscription. Your access has ended, and nothing more is charged.`,
      ...(refund > 0
        ? [
            `We have refunded ${amount} to the card you paid with. Your bank shows it within a few days, ${promised.refundDays} at most.`,
          ]
        : []),
      ...(credit > 0
        ? [
            `${returned} had paid for it and comes back to your account: it pays your next charges. To have it paid back instead, write to ${brand.supportEmail} from this email address.`,
          ]
        : []),
      ...(held > 0
        ? [
            `Your bank is deciding on ${formatPence(held)} that you paid. Once it has decided for us, we refund that to the card you paid with, and write to you again. If it decides for you, the bank gives it back itself.`,
          ]
        : []),
    ],
    details: [
      ['Product', product],
      ['Withdrawn', formatLongDate(withdrawnAt)],
      ...(refund > 0 || credit + held === 0 ? [['Refunded', amount] as [string, string]] : []),
      ...(credit > 0 ? [['Credit returned', formatPence(credit)] as [string, string]] : []),
      ...(held > 0 ? [['Your bank decides on', formatPence(held)] as [string, string]] : []),
    ],
    action: { label: 'Payment History', url: `${siteUrl}/user/payments` },
  });
});
