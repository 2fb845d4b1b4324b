import { brand } from 'contract/brand';
import { formatLongDate } from 'contract/format';
import { z } from 'zod';
import { unusedCredit } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  /** May log in; a release of before said nothing of it. */
  isActive: z.boolean().default(true),
  product: z.string(),
  endedAt: moment,
  /** Its holder asked for it, a payment was missing or was taken back, or something else. */
  reason: z.enum(['asked', 'unpaid', 'other']),
  /** The subscription that covers the product from now on, if one does. */
  replacedBy: z.string().nullable(),
  /** Credit that nothing is left to pay for, in pence; null where it is not known. */
  creditLeft: pence.nullable(),
});

type SubscriptionEnded = z.output<typeof content>;

/** Sent once when a subscription has ended: why, and how to begin again. */
export const subscriptionEnded = template(
  content,
  (ended, siteUrl) => {
    return layout({
      subject: `Your ${ended.product} subscription has ended`,
      paragraphs: [hello(ended.firstName), ...explanation(ended)],
      details: [
        ['Product', ended.product],
        ['Ended', formatLongDate(ended.endedAt)],
      ],
      ...wayOn(ended, siteUrl),
    });
  },
  [(data) => ({ ...data, creditLeft: null })],
);

const reasons: Record<SubscriptionEnded['reason'], string> = {
  asked: 'Your subscription has ended as you asked, and nothing more is charged.',
  unpaid:
    'Your subscription has ended because its payment could not be completed, or was taken back. Nothing more is charged.',
  other: 'Your subscription has ended, and nothing more is charged.',
};

/** Who ended it for its holder may shut the account next: then it shows no way that is closed. */
function wayOn({ isActive, replacedBy, reason }: SubscriptionEnded, siteUrl: string) {
  if (!isActive) return {};
  const url = `${siteUrl}/user/subscriptions`;
  if (replacedBy) return { action: { label: 'My Subscriptions', url } };
  return reason === 'other' ? {} : { action: { label: 'Browse Plans', url: `${url}/plans` } };
}

function explanation(ended: SubscriptionEnded): string[] {
  const { product, replacedBy, reason, creditLeft, isActive } = ended;
  // Its holder may have asked for it before the deactivation, or nobody has; and there is no way back as yet.
  if (!isActive) return [reasons.other, ...unusedCredit(creditLeft)];
  if (replacedBy) {
    return [
      `Your ${replacedBy} includes ${product}, so your separate subscription has ended. You keep access and do not pay twice. Unused time you have paid for is credited to your next payments.`,
    ];
  }
  if (reason === 'other') {
    return [
      reasons.other,
      ...unusedCredit(creditLeft),
      `If you did not expect this, write to ${brand.supportEmail}.`,
    ];
  }
  return [
    reasons[reason],
    ...unusedCredit(creditLeft),
    'You are welcome back at any time: choose a plan, and you have access again at once.',
  ];
}
