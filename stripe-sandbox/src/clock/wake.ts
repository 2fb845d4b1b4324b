import type { Doc, Kind, Secret } from '../store/documents.ts';
import { DAY } from './day.ts';

/** How long before a trial's end Stripe announces it, in seconds. */
export const TRIAL_NOTICE = 3 * DAY;

/** How long an incomplete subscription waits for its first payment, in seconds. */
const INCOMPLETE_LIFE = 23 * 3600;

/** When time will next do something to a resource, in unix seconds; null when never. */
export function wakeTime<K extends Kind>(kind: K, doc: object, secret: unknown): number | null {
  if (kind === 'subscription') {
    return subscriptionWake(doc as Doc<'subscription'>, secret as Secret<'subscription'>);
  }
  if (kind === 'invoice') {
    const invoice = doc as Doc<'invoice'>;
    if (invoice.status === 'draft') return invoice.automatically_finalizes_at;
    return invoice.status === 'open' ? invoice.next_payment_attempt : null;
  }
  if (kind === 'checkout.session') {
    const { status, expires_at: expires } = doc as Doc<'checkout.session'>;
    return status === 'open' ? expires : null;
  }
  if (kind === 'charge') {
    const { disputed } = doc as Doc<'charge'>;
    return disputed ? null : ((secret as Secret<'charge'> | null)?.disputedAt ?? null);
  }
  if (kind === 'refund') {
    const { status } = doc as Doc<'refund'>;
    return status === 'succeeded' ? ((secret as Secret<'refund'> | null)?.failsAt ?? null) : null;
  }
  return null;
}

function subscriptionWake(
  subscription: Doc<'subscription'>,
  secret: Secret<'subscription'> | null,
): number | null {
  const { status, items, cancel_at, trial_start, trial_end, created } = subscription;
  if (status === 'incomplete') return created + INCOMPLETE_LIFE;
  if (!['trialing', 'active', 'past_due'].includes(status)) return null;
  const times = items.data.map((item) => item.current_period_end);
  if (cancel_at !== null) times.push(cancel_at);
  if (status === 'trialing' && trial_end !== null && !secret?.trialWarned) {
    // A trial shorter than the notice is announced as it starts.
    times.push(Math.max(trial_end - TRIAL_NOTICE, trial_start ?? created));
  }
  return Math.min(...times);
}
