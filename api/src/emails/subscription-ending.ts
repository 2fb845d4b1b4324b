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
  /** Whether a payment of the period that has begun is due. */
  isDue: z.boolean().optional(),
});

/** Sent once for each cancellation: until when there is access, and the way back. */
export const subscriptionEnding = template(content, (ending, siteUrl) => {
  const ends = formatLongDate(ending.endsAt);
  return layout({
    subject: `Your ${ending.product} subscription ends on ${ends}`,
    paragraphs: [
      hello(ending.firstName),
      ...(ending.renewsAt ? chargedUntil(ending, formatLongDate(ending.renewsAt)) : atOnce(ending)),
    ],
    details: [
      ['Product', ending.product],
      ['Ends', ends],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});

type Ending = Pick<z.output<typeof content>, 'endsAt' | 'onTrial' | 'isDue'>;

const wayBack = "Changed your mind? Choose Don't Cancel under My Subscriptions before that day";

/** What ends with its period or trial, as its holder asked. */
const atOnce = ({ endsAt, onTrial, isDue }: Ending): string[] => [
  isDue
    ? `Your subscription is cancelled. A payment of the period that has begun is still due and is tried again: once it is paid, you keep access until ${formatLongDate(endsAt)}; if every attempt fails, your access ends then. Nothing else is charged.`
    : `Your subscription is cancelled. You keep access until ${formatLongDate(endsAt)}, and nothing more is charged.`,
  onTrial ? `${wayBack}, and your plan starts when the trial ends.` : `${wayBack}.`,
];

/** What is charged before it ends, and how to end it before that charge. */
function chargedUntil({ endsAt, onTrial }: Ending, next: string): string[] {
  const charged = onTrial
    ? `Your free trial ends on ${next}. Your plan starts that day and is charged from then on.`
    : `It is charged as before until then, next on ${next}.`;
  const sooner = onTrial ? 'with the trial' : 'before that charge';
  return [
    `Your subscription is set to end on ${formatLongDate(endsAt)}. You keep access until then. ${charged}`,
    `To end it ${sooner}, cancel under My Subscriptions before ${next}. To go on after ${formatLongDate(endsAt)}, choose Don't Cancel there.`,
  ];
}
