import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  /** What runs on. */
  product: z.string(),
  /** What an old page changed it to. */
  asked: z.string(),
});

/** Sent when a page that had been left open changed a plan to less, and the change was taken back. */
export const planKept = template(content, ({ firstName, product, asked }, siteUrl) => {
  return layout({
    subject: `You keep ${product}`,
    paragraphs: [
      hello(firstName),
      `A payment page that was opened earlier changed your ${product} to ${asked}. ${product} cannot become a single product while it runs, so we changed it back.`,
      'Anything you paid for that change is credited to your next payments.',
      `To go on with ${asked} alone, cancel ${product} under My Subscriptions and subscribe again when it has ended.`,
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
