import { formatLongDate, formatPence } from 'contract/format';
import { promised } from 'contract/promised';
import { priceInWords, unitOf } from 'contract/sale-terms';
import { z } from 'zod';
import { card, cardLine } from './card-words.ts';
import { charge, chargeWords } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  renewsAt: moment,
  amount: pence,
  /** What it was until then, where a new price applies from this renewal on. */
  amountBefore: pence.nullable(),
  ...charge,
  card,
  /** Where support has set a day for its end that comes after this renewal. */
  endsAt: moment.optional(),
});

/** Sent ahead of each yearly renewal, and every six months of a monthly plan. */
export const renewalReminder = template(content, (renewal, siteUrl) => {
  const { firstName, product, cycle, amount, amountBefore } = renewal;
  const day = formatLongDate(renewal.renewsAt);
  const until = renewal.endsAt ? `, and is set to end on ${formatLongDate(renewal.endsAt)}` : '';
  const { due, credit } = chargeWords(renewal);
  return layout({
    subject: `Your ${product} renews on ${day}`,
    paragraphs: [
      hello(firstName),
      `Your subscription goes on for another ${unitOf(cycle)} on ${day}${until}. On that day ${due}. ${credit ?? ''}`.trim(),
      ...(amountBefore === null
        ? []
        : [`It was ${formatPence(amountBefore)} until now. We wrote to you about the new price.`]),
      `To end it ${renewal.endsAt ? 'before that charge' : 'instead'}, cancel under My Subscriptions before that day. It takes two clicks, and you keep access until then.`,
      ...(cycle === 'yearly'
        ? [
            `If you change your mind later, you may withdraw within ${promised.withdrawalDays} days after the renewal and get that payment back in full.`,
          ]
        : []),
    ],
    details: [
      ['Product', product],
      ['Renews on', day],
      ['Price', priceInWords(formatPence(amount), cycle)],
      ...(renewal.charged === amount
        ? []
        : ([['Charged', formatPence(renewal.charged)]] satisfies [string, string][])),
      ...cardLine(renewal.card),
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
