import type Stripe from 'stripe';
import { paymentIntents } from '../stripe/invoice-references.ts';
import { idOf } from '../stripe/reference.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';

type Money = Pick<Snapshot, 'charges' | 'refunds' | 'disputed'>;

/** A charge of which `left` pence can still go back. */
export interface Refundable {
  charge: Stripe.Charge;
  left: number;
}

/**
 * The charges that paid some invoices, with what can go back of each: nothing while a bank decides on
 * it, or once it has taken it.
 */
export function refundable(invoices: Stripe.Invoice[], money: Money): Refundable[] {
  const intents = invoices.filter(({ status }) => status === 'paid').flatMap(paymentIntents);
  return money.charges
    .filter(({ paid, payment_intent }) => paid && intents.includes(idOf(payment_intent) ?? ''))
    .map((charge) => ({ charge, left: leftOf(charge, money) }))
    .filter(({ left }) => left > 0);
}

function leftOf(charge: Stripe.Charge, { refunds, disputed }: Money): number {
  const intent = idOf(charge.payment_intent) ?? '';
  const lost = (refunds.get(intent) ?? 0) - charge.amount_refunded;
  if (lost > 0 || (disputed.get(intent) ?? 0) > 0) return 0;
  return charge.amount_captured - charge.amount_refunded;
}

/** Pence that cards paid for some invoices and that nobody has taken back or holds. */
export function moneyKept(invoices: Stripe.Invoice[], { refunds, disputed }: Money): number {
  return invoices.reduce((sum, invoice) => {
    const back = paymentIntents(invoice).reduce(
      (total, id) => total + (refunds.get(id) ?? 0) + (disputed.get(id) ?? 0),
      0,
    );
    return sum + Math.max(0, invoice.amount_paid - back);
  }, 0);
}

/** Pence of credit that some invoices gave; negative where they used more than they gave. */
export function creditGiven(invoices: Stripe.Invoice[]): number {
  return invoices
    .filter(({ status }) => status === 'paid')
    .reduce(
      (sum, { starting_balance: before, ending_balance: after }) =>
        sum + before - (after ?? before),
      0,
    );
}
