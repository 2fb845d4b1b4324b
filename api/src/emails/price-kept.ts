import { formatPence } from 'contract/format';
import { priceInWords } from 'contract/sale-terms';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  /** What is paid, now and on. */
  amount: pence,
  /** What was told before, and is taken back. */
  toldAmount: pence,
  /** It is set to end, which may be for the price. */
  isEnding: z.boolean(),
});

/** Sent to whom a higher price was told by mail that is taken back before it applies. */
export const priceKept = template(content, (price, siteUrl) => {
  const { firstName, product, cycle, isEnding } = price;
  const inWords = (amount: number) => priceInWords(formatPence(amount), cycle);
  const now = inWords(price.amount);
  return layout({
    subject: `The price of your ${product} stays as it is`,
    paragraphs: [
      hello(firstName),
      `We wrote to you that the price of your ${product} would change to ${inWords(price.toldAmount)}. It does not: it stays at ${now}.`,
      isEnding
        ? 'Your subscription is set to end. If you would rather go on at this price, choose Don’t Cancel under My Subscriptions before it ends.'
        : 'You need not do anything. Should the price change again, we tell you before.',
    ],
    details: [
      ['Product', product],
      ['Price', now],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
