import { formatLongDate, formatPence } from 'contract/format';
import { z } from 'zod';
import { charge, creditSentence, withoutCredit } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';
import { underWay, underWaySentence } from './under-way.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  nextCharge: moment.nullable(),
  amount: pence,
  ...charge,
  underWay,
});

/** Sent when a cancellation was taken back: what is charged next, and when. */
export const cancellationUndone = template(
  content,
  (undone, siteUrl) => {
    const amount = formatPence(undone.charged);
    const sentences = [underWaySentence(undone.underWay), creditSentence(undone)];
    return layout({
      subject: `Your ${undone.product} subscription goes on`,
      paragraphs: [
        hello(undone.firstName),
        'The cancellation was taken back. Your subscription goes on as before.',
        ...sentences.filter((one) => one !== undefined),
        'You can cancel again at any time under My Subscriptions.',
      ],
      details: [
        ['Product', undone.product],
        [
          'Next charge',
          undone.nextCharge ? `${amount} on ${formatLongDate(undone.nextCharge)}` : amount,
        ],
      ],
      action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
    });
  },
  [withoutCredit],
);
