import { formatLongDate } from 'contract/format';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  endsAt: moment,
  onTrial: z.boolean(),
  /** Where support has set a later date than the end of the period. */
  renewsAt: moment.optional(),
});

/** Sent once for each cancellation: until when there is access, and the way back. */
export const subscriptionEnding = template(content, (ending, siteUrl) => {
  const ends = formatLongDate(ending.endsAt);
  const charged = ending.renewsAt
    ? `. It is charged as before until then, next on ${formatLongDate(ending.renewsAt)}.`
    : ', and nothing more is charged.';
  return layout({
    subject: `Your ${ending.product} subscription ends on ${ends}`,
    paragraphs: [
      hello(ending.firstName),
      `Your subscription is cancelled. You keep access until ${ends}${charged}`,
      ending.onTrial
        ? "Changed your mind? Choose Don't Cancel under My Subscriptions before that day, and your plan starts when the trial ends."
        : "Changed your mind? Choose Don't Cancel under My Subscriptions before that day.",
    ],
    details: [
      ['Product', ending.product],
      ['Ends', ends],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
