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

/** Sent once, three days before the first charge: its date, its amount and how to avoid it. */
export const trialEnding = template(content, (trial, siteUrl) => {
  const ends = formatLongDate(trial.trialEnd);
  const amount = formatPence(trial.amount);
  return layout({
    subject: `Your free trial of ${trial.product} ends on ${ends}`,
    paragraphs: [
      hello(trial.firstName),
      `Your free trial ends on ${ends}. On that day your card is charged ${amount} and your subscription begins.`,
      'To avoid the charge, cancel under My Subscriptions before the trial ends. It takes two clicks, and you keep access until then.',
    ],
    details: [
      ['Product', trial.product],
      ['Trial ends', ends],
      ['First charge', `${amount} on ${ends}`],
      ['Then', `${amount} per ${trial.cycle === 'monthly' ? 'month' : 'year'}`],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
});
