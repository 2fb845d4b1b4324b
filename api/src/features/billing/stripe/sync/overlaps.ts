import { findProduct, type ProductKey } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { writeOff } from '../../withdrawals/settle.ts';
import { unlessDone } from '../client.ts';
import { subscriptionOf } from '../invoice-references.ts';
import { saleOf } from './sale.ts';
import type { Snapshot } from './snapshot.ts';
import { statusOf } from './status.ts';

interface Held {
  subscription: Stripe.Subscription;
  hasAccess: boolean;
  includes: readonly ProductKey[];
}

/** Says at Stripe that a subscription ended since another one covers it: nothing of it is owed. */
const mark = { overlap: 'ended' };

/**
 * Ends every subscription whose products another one also covers, so that nobody pays twice. The
 * wider offer stays; among equals one that is paid, that goes on, the older one. Unused time is
 * credited if it was paid for; what is still owed for it is written off. One that Stripe left unpaid
 * or paused could come back to life, with a new card: it ends as soon as anything in it is held
 * anew. Answers whether anything was ended or written off.
 */
export async function endOverlaps(services: Services, snapshot: Snapshot): Promise<boolean> {
  const held = (await heldSubscriptions(services, snapshot)).toSorted(bySeniority);
  const covered = new Set<ProductKey>();
  let ended = false;
  for (const { subscription, hasAccess, includes } of held) {
    const isCovered = (key: ProductKey) => covered.has(key);
    if (hasAccess ? includes.every(isCovered) : includes.some(isCovered)) {
      services.log.warn({ id: subscription.id }, 'ends a subscription that another one covers');
      await end(services, subscription);
      ended = true;
    }
    if (hasAccess) for (const key of includes) covered.add(key);
  }
  return (await writeOffOwed(services, snapshot)) || ended;
}

function bySeniority(a: Held, b: Held): number {
  const unpaid = ({ subscription }: Held) => Number(subscription.status === 'past_due');
  const ending = ({ subscription }: Held) =>
    Number(subscription.cancel_at_period_end || subscription.cancel_at !== null);
  return (
    Number(b.hasAccess) - Number(a.hasAccess) ||
    b.includes.length - a.includes.length ||
    unpaid(a) - unpaid(b) ||
    ending(a) - ending(b) ||
    a.subscription.created - b.subscription.created
  );
}

async function end({ stripe }: Services, { id, status }: Stripe.Subscription): Promise<void> {
  const isPaid = status === 'active' || status === 'trialing';
  if (!isPaid) await stripe.subscriptions.update(id, { metadata: mark });
  await unlessDone(stripe.subscriptions.cancel(id, { prorate: isPaid, invoice_now: isPaid }));
}

/**
 * Writes off what is owed for what was ended: in the sync after that, whichever process comes to it. Answers whether
 * anything was.
 */
function writeOffOwed(services: Services, { subscriptions, invoices }: Snapshot): Promise<boolean> {
  const ended = subscriptions.filter(
    ({ status, metadata }) => status === 'canceled' && metadata.overlap === mark.overlap,
  );
  const isOfEnded = (invoice: Stripe.Invoice) =>
    ended.some(({ id }) => id === subscriptionOf(invoice));
  return writeOff(services, invoices.filter(isOfEnded));
}

async function heldSubscriptions(
  { prices }: Services,
  { subscriptions }: Snapshot,
): Promise<Held[]> {
  const held: Held[] = [];
  for (const subscription of subscriptions) {
    const ours = statusOf(subscription);
    if (!ours?.listed || subscription.ended_at !== null) continue;
    const sale = await saleOf(prices, subscription);
    const product = typeof sale === 'object' ? findProduct(sale.plan.productId) : undefined;
    if (product) held.push({ subscription, hasAccess: ours.hasAccess, includes: product.includes });
  }
  return held;
}
