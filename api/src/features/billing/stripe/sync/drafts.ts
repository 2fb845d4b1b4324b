import type Stripe from 'stripe';
import { settle } from '../../subscriptions/charges-to-come.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * What is left of a customer's balance (pence, credit below zero) once the invoices that are drafts for
 * an hour have taken of it: Stripe settles them at its end, after the next charge has become another.
 */
export function balanceAfterDrafts(
  balance: number,
  { invoices }: Pick<Snapshot, 'invoices'>,
): number {
  return invoices
    .filter(isComing)
    .toReversed()
    .reduce((left, { total }) => settle(total, left).balance, balance);
}

/** Whether Stripe goes on with a draft by itself. */
const isComing = ({ status, auto_advance }: Stripe.Invoice) =>
  status === 'draft' && auto_advance === true;
