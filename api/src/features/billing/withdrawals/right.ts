import { lastDayToWithdraw, londonDay } from 'contract/withdrawal';
import type Stripe from 'stripe';
import { subscriptionOf } from '../stripe/invoice-references.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { type Credit, comingBack, spareBeside } from '../stripe/sync/unkept-credit.ts';
import { creditGiven, heldOf, refundable, sumLeft } from './money.ts';
import { undoneBy } from './withdrawn.ts';

/** The right to withdraw that began last, whether or not it is over. */
export interface Right {
  since: Date;
  /** What was invoiced from this moment on goes back; unix seconds by Stripe's clock. */
  from: number;
  /** The last day, in London. */
  lastDay: string;
  /** Pence that go back to the card. */
  refund: number;
  /** Pence of it that stay here, because credit they gave has been spent on something else. */
  kept: number;
  /** Pence of credit that paid beside the card and come back, less what of other credit is lacking. */
  credit: number;
  /** Pence on which a bank decides: they go back once it has decided for us. */
  held: number;
}

/** No month is as long, and no leap year longer. */
const longerThanMonths = 200 * 86_400;

/**
 * The right to withdraw from a subscription: it begins by subscribing, anew with the first charge
 * that follows a trial, and anew with each yearly renewal. A change of plan begins none; what was
 * paid for it goes back with the rest while the right lasts (product B130, B132).
 * @param credit what credit there is by the movements of the balance
 * @param declaredOn the day in London on which it was used, where that is not today: what was charged since
 * then goes back too (product B472)
 */
export function rightToWithdraw(
  subscription: Stripe.Subscription,
  snapshot: Snapshot,
  { credit, declaredOn }: { credit: Credit; declaredOn?: string | undefined },
): Right {
  const own = invoicesOf(subscription, snapshot);
  let begun = { at: subscription.start_date, from: 0 };
  for (const invoice of own.filter((one) => beginsRight(one, subscription, own))) {
    // One that was paid late is counted from its payment.
    const at = invoice.status_transitions.paid_at ?? invoice.created;
    const isLater = declaredOn !== undefined && londonDay(new Date(at * 1000)) > declaredOn;
    if (at >= begun.at && !isLater) begun = { at, from: invoice.created };
  }
  const since = new Date(begun.at * 1000);
  const lastDay = lastDayToWithdraw(since);
  const inTime = own.filter(
    ({ created }) =>
      created >= begun.from &&
      (declaredOn !== undefined || londonDay(new Date(created * 1000)) <= lastDay),
  );
  const paid = sumLeft(refundable(inTime, snapshot));
  const given = creditGiven(inTime, snapshot);
  const invoices = undoneBy(subscription, begun, snapshot);
  const spare = spareBeside(invoices, snapshot, credit);
  const kept = Math.min(paid, Math.max(0, given - spare));
  const gone = given > 0 ? given - kept : given;
  const back = comingBack({ invoices, given: gone }, snapshot, credit);
  const held = inTime
    .filter(({ status }) => status === 'paid')
    .reduce((sum, one) => sum + Math.min(heldOf(one, snapshot), one.amount_paid), 0);
  return { since, from: begun.from, lastDay, refund: paid - kept, kept, credit: back, held };
}

/** The invoices of a subscription that are paid or to be paid, the oldest first; a renewal's is a draft for an hour. */
function invoicesOf({ id }: Stripe.Subscription, { invoices }: Snapshot): Stripe.Invoice[] {
  return invoices
    .filter(({ status }) => status === 'paid' || status === 'open' || status === 'draft')
    .filter((invoice) => subscriptionOf(invoice) === id)
    .toReversed();
}

function beginsRight(
  invoice: Stripe.Invoice,
  { trial_end }: Stripe.Subscription,
  own: Stripe.Invoice[],
): boolean {
  const isFirstAfterTrial =
    trial_end !== null &&
    invoice === own.find(({ created, total }) => created >= trial_end && total > 0);
  return isFirstAfterTrial || isYearlyRenewal(invoice);
}

function isYearlyRenewal({ billing_reason, lines }: Stripe.Invoice): boolean {
  return (
    billing_reason === 'subscription_cycle' &&
    lines.data.some(
      ({ amount, period }) => amount > 0 && period.end - period.start > longerThanMonths,
    )
  );
}
