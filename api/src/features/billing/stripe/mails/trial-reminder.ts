import { promised } from 'contract/promised';
import { renews } from '../../subscriptions/charges-to-come.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';

const notice = promised.trialReminderDays * 86_400_000;

/**
 * Whether the reminder before the first charge is due: Stripe's time is within three days of the
 * trial's end or past it, it does not end with it, and by our own clock the charge is still to come.
 * The two clocks are one but for the sandbox, whose time jumps: a trial that was jumped over is
 * still told of.
 */
export function isReminderDue(
  row: Pick<SubscriptionRow, 'hasAccess' | 'cancelAtPeriodEnd' | 'trialEnd' | 'endsAt'>,
  stripeNow: Date,
  now = new Date(),
): row is typeof row & { trialEnd: Date } {
  const { trialEnd } = row;
  if (!trialEnd || !renews({ ...row, periodEnd: trialEnd })) return false;
  return trialEnd.getTime() - notice <= stripeNow.getTime() && trialEnd > now;
}

/** The cause of that mail: once for each trial and its end, whatever is changed after it. */
export function reminderCause(stripeId: string, trialEnd: Date): string {
  return `trial-ending:${stripeId}:${trialEnd.getTime() / 1000}`;
}
