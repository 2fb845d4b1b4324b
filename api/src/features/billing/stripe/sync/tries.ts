import type Stripe from 'stripe';
import { subscriptionOf } from '../invoice-references.ts';
import type { Snapshot } from './snapshot.ts';

/** Days from each try to charge that fails to the next: after the fourth the subscription ends (product B40). */
const daysToNext = [3, 5, 7];

/**
 * When the last of Stripe's tries to charge what is late of a subscription is due: its next one, and those that
 * follow from it. Tries that stood still begin anew, later than the invoice says. Null where none is planned.
 */
export function lastTry(
  { id }: Stripe.Subscription,
  { invoices }: Pick<Snapshot, 'invoices'>,
): Date | null {
  const ends = invoices.flatMap((invoice) => {
    const { status, next_payment_attempt: next, attempt_count: made } = invoice;
    if (status !== 'open' || next === null || subscriptionOf(invoice) !== id) return [];
    const days = daysToNext.slice(made).reduce((sum, one) => sum + one, 0);
    return [(next + days * 86_400) * 1000];
  });
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}
