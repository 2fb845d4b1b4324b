import { formatLongDate } from 'contract/format';
import { withoutCard } from './card-words.ts';
import { chargeWords, withoutCredit } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';
import { trialContent, trialDetails } from './trial-content.ts';

/** Sent once, three days before the first charge: its date, its amount and how to avoid it. */
export const trialEnding = template(
  trialContent,
  (trial, siteUrl) => {
    const ends = formatLongDate(trial.trialEnd);
    const until = trial.endsAt ? `, which then runs until ${formatLongDate(trial.endsAt)}` : '';
    const { due, credit } = chargeWords(trial);
    return layout({
      subject: `Your free trial of ${trial.product} ends on ${ends}`,
      paragraphs: [
        hello(trial.firstName),
        `Your free trial ends on ${ends}. On that day ${due} and your subscription begins${until}. ${credit ?? ''}`.trim(),
        'To avoid the charge, cancel under My Subscriptions before the trial ends. It takes two clicks, and you keep access until then.',
      ],
      details: trialDetails(trial, ends),
      action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
    });
  },
  [withoutCredit, withoutCard],
);
