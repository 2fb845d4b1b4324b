import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

const content = z.object({ firstName: z.string(), product: z.string() });

/** Sent when a trial did not begin, because its card had had one: nothing was charged, and the ways on. */
export const trialRefused = template(content, ({ firstName, product }, siteUrl) =>
  layout({
    subject: `Your free trial of ${product} did not start`,
    paragraphs: [
      hello(firstName),
      `The card you entered has already had a free trial of what ${product} includes. A card has one free trial of each product, so yours did not start. Nothing was charged, and nothing will be.`,
      'You can subscribe without a trial: the first charge is then on that day, and you see it before you pay.',
      'If you think that this is a mistake, please write to us.',
    ],
    action: { label: 'Browse Plans', url: `${siteUrl}/user/subscriptions/plans` },
  }),
);
