import type Stripe from 'stripe';
import { chargesFor, paymentIntents } from '../stripe/invoice-references.ts';
import { creditOf } from '../stripe/invoice-sums.ts';
import { idOf } from '../stripe/reference.ts';
import type { Noted } from '../stripe/sync/credit-notes.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';

type Money = Pick<Snapshot, 'charges' | 'refunds' | 'disputed' | 'noted'>;

/** A charge of which `left` pence can still go back. */
export interface Refundable {
  charge: Stripe.Charge;
  left: number;
}

/**
 * The charges that paid some invoices, with what can go back of each: nothing while a bank decides on
 * it, or once it has taken it; and never so much that with what a credit note gave it is more than was paid.
 */
export function refundable(
  invoices: Stripe.Invoice[],
  money: Money,
  /** Credit that a credit note gave stays with the customer. */
  keepsCredit = false,
): Refundable[] {
  return invoices
    .filter(({ status }) => status === 'paid')
    .flatMap((invoice) => {
      const { credit, outside } = notedOf(invoice, money);
      let room = paidWith(invoice) - backOf(invoice, money) - outside - (keepsCredit ? credit : 0);
      return chargesOf(invoice, money).flatMap((charge) => {
        const left = Math.min(leftOf(charge, money), room);
        room -= Math.max(0, left);
        return left > 0 ? { charge, left } : [];
      });
    });
}

/** Pence that are left of charges together. */
export const sumLeft = (charges: Refundable[]): number =>
  charges.reduce((sum, { left }) => sum + left, 0);

const chargesOf = (invoice: Stripe.Invoice, { charges }: Money): Stripe.Charge[] =>
  chargesFor(invoice, charges).filter(({ paid }) => paid);

function leftOf(charge: Stripe.Charge, { refunds, disputed }: Money): number {
  const intent = idOf(charge.payment_intent) ?? '';
  const lost = (refunds.get(intent) ?? 0) - charge.amount_refunded;
  if (lost > 0 || (disputed.get(intent) ?? 0) > 0) return 0;
  return charge.amount_captured - charge.amount_refunded;
}

/** Pence that went back of an invoice to cards, by refunds and lost disputes. */
export function backOf(invoice: Stripe.Invoice, { refunds }: Pick<Money, 'refunds'>): number {
  return paymentIntents(invoice).reduce((sum, id) => sum + (refunds.get(id) ?? 0), 0);
}

const notedOf = ({ id }: Stripe.Invoice, { noted }: Pick<Money, 'noted'>): Noted =>
  noted.get(id) ?? { credit: 0, outside: 0 };

/** Pence that an invoice was paid with, by cards and by credit. */
const paidWith = (invoice: Stripe.Invoice): number => invoice.amount_paid + creditOf(invoice);

/** Pence that cards paid for some invoices and that nobody has taken back or holds. */
export function moneyKept(
  invoices: Stripe.Invoice[],
  money: Pick<Money, 'refunds' | 'disputed' | 'noted'>,
): number {
  return invoices.reduce((sum, invoice) => {
    const held = heldOf(invoice, money);
    const back = backOf(invoice, money) + held + notedOf(invoice, money).outside;
    return sum + Math.max(0, invoice.amount_paid - back);
  }, 0);
}

/** Pence of an invoice that a bank holds until it decides. */
export function heldOf(invoice: Stripe.Invoice, { disputed }: Pick<Money, 'disputed'>): number {
  return paymentIntents(invoice).reduce((sum, id) => sum + (disputed.get(id) ?? 0), 0);
}

/** Pence of credit that some invoices gave; negative where they used more than they gave. */
export function creditGiven(invoices: Stripe.Invoice[], money: Pick<Money, 'noted'>): number {
  return invoices
    .filter(({ status }) => status === 'paid')
    .reduce((sum, invoice) => {
      const { starting_balance: before, ending_balance: after } = invoice;
      return sum + before - (after ?? before) + notedOf(invoice, money).credit;
    }, 0);
}

/** Pence of credit that a credit note gave for an invoice and whose money has gone, by card or otherwise. */
export function unkeptNote(
  invoice: Stripe.Invoice,
  money: Pick<Money, 'refunds' | 'disputed' | 'noted'>,
): number {
  const { credit, outside } = notedOf(invoice, money);
  const back = backOf(invoice, money) + heldOf(invoice, money) + outside;
  return Math.max(0, Math.min(credit, credit + back - paidWith(invoice)));
}
