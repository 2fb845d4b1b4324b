import { formatPence } from 'contract/format';
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
  const unit = cycle === 'monthly' ? 'month' : 'year';
  const [now, told] = [formatPence(price.amount), formatPence(price.toldAmount)];
  return layout({
    subject: `The price of your ${product} stays as it is`,
    paragraphs: [
      hello(firstName),
      `We wrote to you that the price of your ${product} would change to ${told} per ${unit}. It does not: it stays at ${now} per ${unit}.`,
      isEnding
        ? 'Your subscription is set to end. If you would rather go on at this price, choose Don’t Cancel under My Subscriptions before it ends.'
        : 'You need not do anything. Should the price change again, we tell you before.',
    ],
    details: [
      ['Product', product],
      ['Price', `${now} per ${unit}`],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
