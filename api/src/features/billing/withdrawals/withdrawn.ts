import type Stripe from 'stripe';
import { validate } from 'uuid';
import { subscriptionOf } from '../stripe/invoice-references.ts';
import type { Snapshot } from '../stripe/sync/snapshot.ts';
import { creditGiven, moneyKept } from './money.ts';

/** A withdrawal that has been declared, as a subscription's metadata at Stripe say it. */
export interface Withdrawal {
  at: Date;
  /** What was invoiced from this moment on goes back; unix seconds. */
  from: number;
  /** Pence that were to go back, and that were to stay. */
  refund: number;
  kept: number;
  /** Pence of credit that were to come back. */
  credit: number;
  /** Pence on which a bank was deciding. */
  held: number;
  /** Who did it here, where that was noted. */
  by: string | null;
  /** The day in London on which it was declared to somebody, where that was said. */
  declaredOn: string | null;
}

/**
 * Says at Stripe that somebody has withdrawn, and what goes back. All that follows can be made from
 * it at any time, by whichever process comes by.
 */
export function declaration(
  at: Date,
  {
    from,
    refund,
    kept,
    credit,
    held,
  }: Pick<Withdrawal, 'from' | 'refund' | 'kept' | 'credit' | 'held'>,
  { by, declaredOn }: { by: string; declaredOn: string | undefined },
): Record<string, string> {
  return {
    withdrawn_at: String(Math.floor(at.getTime() / 1000)),
    withdrawn_from: String(from),
    withdrawn_refund: String(refund),
    withdrawn_kept: String(kept),
    withdrawn_credit: String(credit),
    withdrawn_held: String(held),
    withdrawn_by: by,
    ...(declaredOn && { withdrawn_declared_on: declaredOn }),
  };
}

/** The withdrawal of a subscription, if it was declared. */
export function withdrawalOf({ metadata }: Stripe.Subscription): Withdrawal | null {
  const [at, from, refund, kept, credit, held] = [
    ...['at', 'from', 'refund', 'kept', 'credit', 'held'],
  ].map((name) => Number.parseInt(metadata[`withdrawn_${name}`] ?? '', 10));
  if (at === undefined || Number.isNaN(at) || from === undefined || Number.isNaN(from)) return null;
  return {
    ...{ at: new Date(at * 1000), from, refund: refund || 0, kept: kept || 0, credit: credit || 0 },
    held: held || 0,
    // Metadata can be edited there: nobody but one of ours is named.
    by: validate(metadata.withdrawn_by) ? (metadata.withdrawn_by ?? null) : null,
    declaredOn: metadata.withdrawn_declared_on ?? null,
  };
}

/** The invoices that a withdrawal undoes. */
export function undoneBy(
  { id }: Stripe.Subscription,
  { from }: Pick<Withdrawal, 'from'>,
  { invoices }: Pick<Snapshot, 'invoices'>,
): Stripe.Invoice[] {
  return invoices.filter((invoice) => subscriptionOf(invoice) === id && invoice.created >= from);
}

/**
 * Everything that withdrawals have undone, and the pence of credit that it gave and that is to go:
 * negative for credit that had paid for it and is to come back.
 */
export function undone(snapshot: Snapshot): { invoices: Set<Stripe.Invoice>; credit: number } {
  const all = { invoices: new Set<Stripe.Invoice>(), credit: 0 };
  for (const subscription of snapshot.subscriptions) {
    const withdrawal = withdrawalOf(subscription);
    if (!withdrawal) continue;
    const own = undoneBy(subscription, withdrawal, snapshot);
    const given = creditGiven(own, snapshot);
    // Money that stayed is worth the credit that it gave.
    all.credit += given > 0 ? Math.max(0, given - moneyKept(own, snapshot)) : given;
    for (const invoice of own) all.invoices.add(invoice);
  }
  return all;
}
