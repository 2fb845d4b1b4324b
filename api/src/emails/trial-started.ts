import { formatLongDate } from 'contract/format';
import { withoutCard } from './card-words.ts';
import { creditSentence, withoutCredit } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';
import { trialContent, trialDetails } from './trial-content.ts';

/** Sent once when a trial begins: its end, the first charge and how to cancel before it. */
export const trialStarted = template(
  trialContent,
  (trial, siteUrl) => {
    const ends = formatLongDate(trial.trialEnd);
    return layout({
      subject: `Your free trial of ${trial.product} has started`,
      paragraphs: [
        hello(trial.firstName),
        [`Your trial runs until ${ends}. Nothing is charged before then.`, creditSentence(trial)]
          .filter(Boolean)
          .join(' '),
        'To avoid the first charge, cancel under My Subscriptions before the trial ends. It takes two clicks.',
      ],
      details: trialDetails(trial, ends),
      action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
    });
  },
  [withoutCredit, withoutCard],
);
