import { formatLongDate, formatPence } from 'contract/format';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  trialEnd: moment,
  amount: pence,
});

/** Sent once when a trial begins: its end, the first charge and how to cancel before it. */
export const trialStarted = template(content, (trial, siteUrl) => {
  const ends = formatLongDate(trial.trialEnd);
  return layout({
    subject: `Your free trial of ${trial.product} has started`,
    paragraphs: [
      hello(trial.firstName),
      `Your trial runs until ${ends}. Nothing is charged before then.`,
      'To avoid the first charge, cancel under My Subscriptions before the trial ends. It takes two clicks.',
    ],
    details: [
      ['Product', trial.product],
      ['Trial ends', ends],
      ['First charge', `${formatPence(trial.amount)} on ${ends}`],
      ['Then', `${formatPence(trial.amount)} per ${trial.cycle === 'monthly' ? 'month' : 'year'}`],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
