import { brand } from 'contract/brand';
import { formatLongDate } from 'contract/format';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  /** May log in; a release of before said nothing of it. */
  isActive: z.boolean().default(true),
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
    paragraphs: [hello(ending.firstName), ...explanation(ending)],
    details: [
      ['Product', ending.product],
      ['Ends', ends],
    ],
    ...(ending.isActive && {
      action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
    }),
  });
});

type Ending = z.output<typeof content>;

function explanation(ending: Ending): string[] {
  if (!ending.isActive) return withTheAccount(ending);
  return ending.renewsAt ? chargedUntil(ending, formatLongDate(ending.renewsAt)) : atOnce(ending);
}

/** What a deactivation ended, which logged its holder out. */
const withTheAccount = ({ endsAt }: Ending): string[] => [
  `Your account is deactivated: you cannot log in until it is activated again. Your subscription ends on ${formatLongDate(endsAt)}, and nothing more is charged. If the account is activated before that day, it goes on as before.`,
  `If you think that this is a mistake, write to ${brand.supportEmail}.`,
];

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
