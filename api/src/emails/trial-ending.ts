import { formatLongDate, formatPence } from 'contract/format';
import { layout, type Mail } from './layout.ts';

export interface TrialEnding {
  firstName: string;
  product: string;
  cycle: 'monthly' | 'yearly';
  /** ISO 8601, UTC. */
  trialEnd: string;
  /** Pence. */
  amount: number;
}

/** Sent once, three days before the first charge: its date, its amount and how to avoid it. */
export function trialEnding(trial: TrialEnding, siteUrl: string): Mail {
  const ends = formatLongDate(trial.trialEnd);
  const amount = formatPence(trial.amount);
  return layout({
    subject: `Your free trial of ${trial.product} ends on ${ends}`,
    paragraphs: [
      `Hello ${trial.firstName},`,
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
}
