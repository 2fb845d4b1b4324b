import { formatLongDate, formatPence } from 'contract/format';
import { z } from 'zod';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  cycle: z.enum(['monthly', 'yearly']),
  trialEnd: moment,
  amount: pence,
});

/** Sent when the plan is changed after the reminder before the first charge has named another amount. */
export const firstCharge = template(content, (trial, siteUrl) => {
  const ends = formatLongDate(trial.trialEnd);
  const amount = formatPence(trial.amount);
  return layout({
    subject: `Your first charge for ${trial.product} is now ${amount}`,
    paragraphs: [
      `Hello ${trial.firstName},`,
      `Your plan has changed since we wrote to you about the end of your free trial. When it ends on ${ends}, your card is charged ${amount}.`,
      'To avoid the charge, cancel under My Subscriptions before the trial ends.',
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
