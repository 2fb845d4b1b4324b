import type { Plan } from 'contract/catalogue';
import type Stripe from 'stripe';
import { chargesFor, subscriptionOf } from '../stripe/invoice-references.ts';
import { creditOf, vatOf } from '../stripe/invoice-sums.ts';
import { idOf } from '../stripe/reference.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { backOf, refundable, sumLeft } from '../withdrawals/money.ts';
import type { PaymentProjection } from './repository.ts';

/**
 * Reads a Stripe invoice as a payment. Null when it is none: a draft, an invoice of nothing (the
 * start of a trial), one that was voided, one in another
 * currency, or one for a price that is not ours.
 */
export function projectPayment(
  invoice: Stripe.Invoice,
  plan: Plan | undefined,
  snapshot: Snapshot,
): PaymentProjection | null {
  const { charges, asked } = snapshot;
  const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due;
  if (!plan || amount <= 0 || invoice.currency !== 'gbp') return null;
  // A bank may take back more than was paid: in another currency, say.
  const refunded = Math.min(backOf(invoice, snapshot), amount);
  // A bank that settles late has the payment for days.
  const isUnderway = chargesFor(invoice, charges).some((charge) => charge.status === 'pending');
  // Nor has one failed that the bank wants confirmed.
  const isWaiting = isUnderway || asked.has(invoice.id);
  const status = isWaiting ? 'pending' : statusOf(invoice, amount, refunded);
  if (!status) return null;
  return {
    stripeInvoiceId: invoice.id,
    stripeSubscriptionId: subscriptionOf(invoice),
    productId: plan.productId,
    planId: plan.id,
    amount,
    refunded,
    withheld: status === 'success' ? amount - refunded - leftOf(invoice, snapshot) : 0,
    credit: creditOf(invoice),
    vat: vatOf(invoice),
    status,
    paidAt: new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000),
  };
}

/** Pence of a paid invoice that an admin can still give back. */
function leftOf(invoice: Stripe.Invoice, snapshot: Snapshot): number {
  return sumLeft(refundable([invoice], snapshot, true));
}

/**
 * The Stripe prices on an invoice, the one that it was for as a rule first: what is charged comes
 * before what is credited, as for the plan before a change, and of that the last.
 */
export function pricesOf(invoice: Stripe.Invoice): string[] {
  const lines = invoice.lines.data.toReversed();
  const isCharge = ({ amount }: Stripe.InvoiceLineItem) => Number(amount > 0);
  return lines
    .toSorted((a, b) => isCharge(b) - isCharge(a))
    .flatMap(({ pricing }) => idOf(pricing?.price_details?.price) ?? []);
}

function statusOf(
  invoice: Stripe.Invoice,
  amount: number,
  refunded: number,
): PaymentProjection['status'] | null {
  switch (invoice.status) {
    case 'paid':
      return refunded >= amount ? 'refunded' : 'success';
    case 'open':
      return invoice.attempt_count > 0 ? 'failed' : 'pending';
    case 'uncollectible':
      return 'failed';
    default:
      return null;
  }
}
