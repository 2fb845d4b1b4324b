import { formatLongDate, formatPence } from 'contract/format';
import { withoutCard } from './card-words.ts';
import { chargeWords, withoutCredit } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';
import { trialContent, trialDetails } from './trial-content.ts';

/** Sent when the plan is changed after the reminder before the first charge has named another amount. */
export const firstCharge = template(
  trialContent,
  (trial, siteUrl) => {
    const ends = formatLongDate(trial.trialEnd);
    const { due, credit } = chargeWords(trial);
    return layout({
      subject: `Your first charge for ${trial.product} is now ${formatPence(trial.amount)}`,
      paragraphs: [
        hello(trial.firstName),
        `Your plan has changed since we wrote to you about the end of your free trial. When it ends on ${ends}, ${due}. ${credit ?? ''}`.trim(),
        'To avoid the charge, cancel under My Subscriptions before the trial ends.',
      ],
      details: trialDetails(trial, ends),
      action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
    });
  },
  [withoutCredit, withoutCard],
);
