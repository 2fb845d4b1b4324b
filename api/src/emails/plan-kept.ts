import { layout, type Mail } from './layout.ts';

export interface PlanKept {
  firstName: string;
  /** What runs on. */
  product: string;
  /** What an old page changed it to. */
  asked: string;
}

/** Sent when a page that had been left open changed a plan to less, and the change was taken back. */
export function planKept({ firstName, product, asked }: PlanKept, siteUrl: string): Mail {
  return layout({
    subject: `You keep ${product}`,
    paragraphs: [
      `Hello ${firstName},`,
      `A payment page that was opened earlier changed your ${product} to ${asked}. ${product} cannot become a single product while it runs, so we changed it back.`,
      'Anything you paid for that change is credited to your next payments.',
      `To go on with ${asked} alone, cancel ${product} under My Subscriptions and subscribe again when it has ended.`,
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
}
