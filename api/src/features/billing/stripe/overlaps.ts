import { findProduct, type ProductKey } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../app.ts';
import type { Snapshot } from './snapshot.ts';
import { statusOf } from './status.ts';

interface Held {
  subscription: Stripe.Subscription;
  includes: readonly ProductKey[];
}

/**
 * Ends, with credit for the unused time, every subscription whose products another one also
 * covers, so that nobody pays twice. The wider offer stays, and among equals the older one.
 * Answers whether anything was ended.
 */
export async function endOverlaps(services: Services, snapshot: Snapshot): Promise<boolean> {
  const held = await heldSubscriptions(services, snapshot);
  held.sort(
    (a, b) =>
      b.includes.length - a.includes.length || a.subscription.created - b.subscription.created,
  );
  const covered = new Set<ProductKey>();
  let ended = false;
  for (const { subscription, includes } of held) {
    if (includes.every((key) => covered.has(key))) {
      services.log.warn({ id: subscription.id }, 'ends a subscription that another one covers');
      await services.stripe.subscriptions.cancel(
        subscription.id,
        { prorate: true, invoice_now: true },
        { idempotencyKey: `overlap-${subscription.id}` },
      );
      ended = true;
    }
    for (const key of includes) covered.add(key);
  }
  return ended;
}

async function heldSubscriptions(
  { prices }: Services,
  { subscriptions }: Snapshot,
): Promise<Held[]> {
  const held: Held[] = [];
  for (const subscription of subscriptions) {
    if (!statusOf(subscription)?.hasAccess) continue;
    const price = subscription.items.data[0]?.price.id;
    const plan = price === undefined ? undefined : await prices.planOf(price);
    const product = plan && findProduct(plan.productId);
    if (product) held.push({ subscription, includes: product.includes });
  }
  return held;
}
