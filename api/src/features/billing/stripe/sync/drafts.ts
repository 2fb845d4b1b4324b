import type Stripe from 'stripe';
import { type Charge, settle } from '../../subscriptions/charges-to-come.ts';
import { subscriptionOf } from '../invoice-references.ts';
import { creditOf } from '../invoice-sums.ts';
import { isInPounds, type Snapshot } from './snapshot.ts';

/**
 * What is left of a customer's balance (pence, credit below zero) once the invoices that are drafts for
 * an hour have taken of it: Stripe settles them at its end, after the next charge has become another.
 */
export function balanceAfterDrafts(
  balance: number,
  { invoices }: Pick<Snapshot, 'invoices'>,
): number {
  return takings(balance, invoices.filter(isDraft)).balance;
}

/**
 * What Stripe is about to charge for a subscription's period that has begun: the renewal's invoice is a draft
 * for an hour, and may then wait for a payment that is on its way. Null for nothing, and where the balance is
 * not in pounds.
 */
export function chargeUnderWay(
  id: string,
  { customer, invoices }: Pick<Snapshot, 'customer' | 'invoices'>,
): Charge | null {
  if (!customer || !isInPounds(customer)) return null;
  const open = invoices.filter((one) => one.status === 'open' && one.auto_advance === true);
  const all = [
    ...open.map((invoice) => {
      return { invoice, charged: invoice.amount_remaining, credit: creditOf(invoice) };
    }),
    ...takings(customer.balance, invoices.filter(isDraft)).taken,
  ].filter(({ invoice }) => subscriptionOf(invoice) === id);
  const sum = (field: 'charged' | 'credit') => all.reduce((total, one) => total + one[field], 0);
  const [charged, credit] = [sum('charged'), sum('credit')];
  if (charged + credit === 0) return null;
  const at = Math.min(...all.map(({ invoice }) => invoice.next_payment_attempt ?? invoice.created));
  return { date: new Date(at * 1000), charged, credit };
}

/** What drafts will take of cards and of a customer's credit, one after the other, and what is left of that. Pence. */
function takings(balance: number, drafts: Stripe.Invoice[]) {
  let left = balance;
  const taken = drafts.toReversed().map((invoice) => {
    const { charged, balance: after } = settle(invoice.total, left);
    const credit = Math.min(invoice.total, Math.max(0, -left));
    left = after;
    return { invoice, charged, credit };
  });
  return { taken, balance: left };
}

/** Whether Stripe goes on with a draft by itself. */
const isDraft = ({ status, auto_advance }: Stripe.Invoice) =>
  status === 'draft' && auto_advance === true;
