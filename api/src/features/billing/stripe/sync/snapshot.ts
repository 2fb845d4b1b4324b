import type Stripe from 'stripe';
import { unlessMissing } from '../client.ts';
import { idOf } from '../reference.ts';

/** What Stripe says of one customer at one moment. */
export interface Snapshot {
  /** That moment by Stripe's clock, which is the one that trials and periods end by. */
  takenAt: Date;
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  /** Pence that went back to the customer, by refunds and lost disputes, by payment intent. */
  refunds: Map<string, number>;
}

/**
 * Fetches a customer's subscriptions, invoices, refunds and lost disputes as they are now: nothing,
 * for a customer that was deleted.
 */
export async function takeSnapshot(stripe: Stripe, customer: string): Promise<Snapshot> {
  const snapshot = await unlessMissing(fetchAll(stripe, customer));
  return snapshot ?? { takenAt: new Date(), subscriptions: [], invoices: [], refunds: new Map() };
}

async function fetchAll(stripe: Stripe, customer: string): Promise<Snapshot> {
  const listing = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  const [firstPage, subscriptions, invoices, charges] = await Promise.all([
    listing,
    all(listing),
    all(stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })),
    all(stripe.charges.list({ customer, limit: 100 })),
  ]);
  const takenAt = dateOf(firstPage.lastResponse.headers);
  return { takenAt, subscriptions, invoices, refunds: await refundsByIntent(stripe, charges) };
}

/** Stripe's time as its answer states it; ours where a proxy took that out. */
function dateOf(headers: Record<string, string>): Date {
  const date = new Date(headers.date ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(pages);
}

async function refundsByIntent(
  stripe: Stripe,
  charges: Stripe.Charge[],
): Promise<Map<string, number>> {
  const refunds = new Map<string, number>();
  for (const charge of charges) {
    const id = idOf(charge.payment_intent);
    const amount = charge.amount_refunded + (await lostTo(stripe, charge));
    if (id === null || amount === 0) continue;
    refunds.set(id, (refunds.get(id) ?? 0) + amount);
  }
  return refunds;
}

/** Pence of a charge that its cardholder has won back at the bank. */
async function lostTo(stripe: Stripe, { id, disputed }: Stripe.Charge): Promise<number> {
  if (!disputed) return 0;
  const disputes = await all(stripe.disputes.list({ charge: id, limit: 100 }));
  return disputes
    .filter(({ status }) => status === 'lost')
    .reduce((sum, { amount }) => sum + amount, 0);
}
