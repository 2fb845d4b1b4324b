import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { unlessMissing } from '../client.ts';
import { idOf } from '../reference.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Lets renewals go to the customer's default card. The checkout ties a card to the subscription it
 * sells, and Stripe's portal changes the customer's default only: a subscription with a card of its
 * own would never be charged to the new one. So the newest card becomes the default, and no
 * subscription keeps its own. Answers whether anything was done.
 */
export async function followDefaultCard(
  { stripe }: Services,
  customerId: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const tied = withOwnCard(snapshot);
  if (!snapshot.customer || tied.length === 0) return false;
  const current = idOf(snapshot.customer.invoice_settings.default_payment_method);
  const newest = await newestOf(stripe, [
    current,
    ...tied.map((one) => idOf(one.default_payment_method)),
  ]);
  if (newest && newest !== current) {
    const invoice_settings = { default_payment_method: newest };
    await stripe.customers.update(customerId, { invoice_settings });
  }
  for (const { id } of tied) await stripe.subscriptions.update(id, { default_payment_method: '' });
  return true;
}

/** What would be charged to a card of its own, whatever the customer's default is. */
export function withOwnCard({ subscriptions }: Snapshot): Stripe.Subscription[] {
  return subscriptions.filter(
    ({ ended_at, status, default_payment_method }) =>
      ended_at === null && status !== 'incomplete' && default_payment_method !== null,
  );
}

/** The card that was entered last; the first of those entered at once. */
async function newestOf(stripe: Stripe, ids: (string | null)[]): Promise<string | undefined> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const cards = await Promise.all(
    known.map((id) => unlessMissing(stripe.paymentMethods.retrieve(id))),
  );
  return cards
    .flatMap((card) => (card?.customer ? [card] : []))
    .toSorted((a, b) => b.created - a.created)
    .at(0)?.id;
}
