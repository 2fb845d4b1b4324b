import { findProduct, type ProductKey } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { cardHash } from '../../trials/card-hash.ts';
import { findTrialOf, noteCard, useAllowance } from '../../trials/repository.ts';
import { unlessDone, unlessMissing } from '../client.ts';
import { idOf } from '../reference.ts';
import { saleOf } from './sale.ts';
import type { Snapshot } from './snapshot.ts';

/** Says at Stripe why a subscription ended before it began. */
const mark = { trial: 'refused' };

/** Whether a subscription was to begin with a trial that its card had had. */
export function isTrialRefused({ status, metadata }: Stripe.Subscription): boolean {
  return status === 'canceled' && metadata.trial === mark.trial;
}

/**
 * Ends each trial whose card somebody else has had a trial with before, at once and without a charge:
 * Stripe's page names the card only when it is left, and nobody was told yet that it would be
 * charged. What support sells at the dashboard is not looked at. Answers whether anything was ended.
 */
export async function endUsedTrials(
  services: Services,
  userId: string,
  { customer, subscriptions }: Snapshot,
): Promise<boolean> {
  const { stripe, log } = services;
  let ended = false;
  for (const subscription of subscriptions) {
    const { id, status, metadata } = subscription;
    if (status !== 'trialing' || !metadata.intent_id) continue;
    const card =
      idOf(subscription.default_payment_method) ??
      idOf(customer?.invoice_settings.default_payment_method);
    if (await mayHaveTrial(services, userId, { subscription, card })) continue;
    log.warn({ id }, 'ends a trial that its card has had');
    await stripe.subscriptions.update(id, { metadata: mark });
    await unlessDone(stripe.subscriptions.cancel(id, { prorate: false }));
    ended = true;
  }
  return ended;
}

/** Notes a trial's card, and answers whether the trial may go on. */
async function mayHaveTrial(
  services: Services,
  userId: string,
  { subscription, card }: { subscription: Stripe.Subscription; card: string | null },
): Promise<boolean> {
  const { db, env, stripe } = services;
  const { id: stripeId, metadata } = subscription;
  const wanted = await includedIn(services, subscription);
  const { hash: known, products } = await findTrialOf(db, stripeId);
  if (wanted.every((key) => products.includes(key))) return true;
  const method = card && !known ? await unlessMissing(stripe.paymentMethods.retrieve(card)) : null;
  const hash = known ?? cardHash(env.JWT_SECRET, method, stripeId);
  try {
    await db.transaction(async (transaction) => {
      const used = await noteCard(transaction, { hash, userId, stripeId }, wanted);
      const { trial_allowance: id } = metadata;
      if (used.length === 0 && !id) return;
      // What of the trial the card has not had is not noted either.
      if (!(await useAllowance(transaction, { userId, stripeId, id }))) throw new TrialUsed();
    });
  } catch (error) {
    if (error instanceof TrialUsed) return false;
    throw error;
  }
  return true;
}

class TrialUsed extends Error {
  override readonly name = 'TrialUsed';
}

async function includedIn(
  { prices }: Services,
  subscription: Stripe.Subscription,
): Promise<ProductKey[]> {
  const sale = await saleOf(prices, subscription);
  const product = typeof sale === 'object' ? findProduct(sale.plan.productId) : undefined;
  return [...(product?.includes ?? [])];
}
