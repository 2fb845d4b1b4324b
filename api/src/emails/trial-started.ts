import { formatLongDate, formatPence } from 'contract/format';
import { layout, type Mail } from './layout.ts';

export interface TrialStarted {
  firstName: string;
  product: string;
  cycle: 'monthly' | 'yearly';
  /** ISO 8601, UTC. */
  trialEnd: string;
  /** Pence. */
  amount: number;
}

/** Sent once when a trial begins: its end, the first charge and how to cancel before it. */
export function trialStarted(trial: TrialStarted, siteUrl: string): Mail {
  const ends = formatLongDate(trial.trialEnd);
  return layout({
    subject: `Your free trial of ${trial.product} has started`,
    paragraphs: [
      `Hello ${trial.firstName},`,
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
}
