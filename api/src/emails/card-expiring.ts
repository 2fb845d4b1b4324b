import { cardName, card as named } from 'contract/card';
import { formatLongDate, formatPence } from 'contract/format';
import { z } from 'zod';
import { cardLine } from './card-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  chargedAt: moment,
  charged: pence,
  card: named,
});

/** Sent a month before a charge for which the card will be too old. */
export const cardExpiring = template(content, (expiring, siteUrl) => {
  const { firstName, product, charged, card } = expiring;
  const day = formatLongDate(expiring.chargedAt);
  return layout({
    subject: `Your card expires before your next ${product} payment`,
    paragraphs: [
      hello(firstName),
      `On ${day} your ${cardName(card)} is to be charged ${formatPence(charged)}, and by then it has expired.`,
      'So that your access goes on, open My Subscriptions, choose Update card and enter the card that takes its place. If your bank has sent the new card’s details to us already, there is nothing to do.',
      'To end your subscription instead, cancel it there before that day.',
    ],
    details: [
      ['Product', product],
      ['Next charge', `${formatPence(charged)} on ${day}`],
      ...cardLine(card),
    ],
    action: { label: 'Update card', url: `${siteUrl}/user/subscriptions` },
  });
});
