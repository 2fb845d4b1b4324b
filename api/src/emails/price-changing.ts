import { formatLongDate, formatPence } from 'contract/format';
import { priceInWords } from 'contract/sale-terms';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  oldAmount: pence,
  newAmount: pence,
  /** The renewal from which the new price applies. */
  appliesAt: moment,
});

/** Sent 30 days or more before the first renewal at a new price. */
export const priceChanging = template(content, (price, siteUrl) => {
  const { firstName, product, cycle } = price;
  const day = formatLongDate(price.appliesAt);
  const inWords = (amount: number) => priceInWords(formatPence(amount), cycle);
  const [before, from] = [inWords(price.oldAmount), inWords(price.newAmount)];
  return layout({
    subject: `The price of your ${product} changes on ${day}`,
    paragraphs: [
      hello(firstName),
      `Until ${day} you pay ${before}, as before. From the renewal on that day on it is ${from}.`,
      `You need not do anything to go on. If you do not want to pay the new price, cancel under My Subscriptions before ${day}: you keep access until then, and never pay it. It takes two clicks.`,
    ],
    details: [
      ['Product', product],
      ['Price now', before],
      ['New price', from],
      ['First charged', day],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
