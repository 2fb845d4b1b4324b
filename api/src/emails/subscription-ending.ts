import { brand } from 'contract/brand';
import { formatLongDate } from 'contract/format';
import { z } from 'zod';
import { card, cardLine } from './card-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, template } from './template.ts';
import { underWay, underWaySentence } from './under-way.ts';

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
  underWay,
  /** The card that pays what is under way. */
  card: card.optional(),
});

/** Sent once for each cancellation: until when there is access, what is still charged, and the way back. */
export const subscriptionEnding = template(content, (ending, siteUrl) => {
  const ends = formatLongDate(ending.endsAt);
  return layout({
    subject: `Your ${ending.product} subscription ends on ${ends}`,
    paragraphs: [hello(ending.firstName), ...explanation(ending)],
    details: [['Product', ending.product], ['Ends', ends], ...cardLine(ending.card ?? null)],
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
const atOnce = (ending: Ending): string[] => [
  `Your subscription is cancelled. ${accessWords(ending)}`,
  ending.onTrial ? `${wayBack}, and your plan starts when the trial ends.` : `${wayBack}.`,
];

/** Until when there is access, and what is charged until then. */
function accessWords({ endsAt, isDue, underWay: due }: Ending): string {
  const until = formatLongDate(endsAt);
  const still = underWaySentence(due);
  const ifPaid = `you keep access until ${until}; if every attempt fails, your access ends then. Nothing else is charged.`;
  if (isDue) {
    return `A payment of the period that has begun is still due and is tried again: once it is paid, ${ifPaid}`;
  }
  if (still && due?.charged) return `${still} Once it is paid, ${ifPaid}`;
  const kept = `You keep access until ${until}, and nothing more is charged.`;
  return still ? `${still} ${kept}` : kept;
}

/** What is charged before it ends, and how to end it before that charge. */
function chargedUntil({ endsAt, onTrial, underWay: due }: Ending, next: string): string[] {
  const charged = onTrial
    ? `Your free trial ends on ${next}. Your plan starts that day and is charged from then on.`
    : `It is charged as before until then, next on ${next}.`;
  const still = underWaySentence(due);
  const sooner = onTrial ? 'with the trial' : 'before that charge';
  return [
    `Your subscription is set to end on ${formatLongDate(endsAt)}. You keep access until then. ${still ? `${still} ` : ''}${charged}`,
    `To end it ${sooner}, cancel under My Subscriptions before ${next}. To go on after ${formatLongDate(endsAt)}, choose Don't Cancel there.`,
  ];
}
