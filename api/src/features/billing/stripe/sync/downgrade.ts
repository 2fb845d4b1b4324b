import { findPlan, findProduct, type Plan, productName } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { findSubscriptionByStripeId } from '../../subscriptions/repository.ts';
import { findWishedChanges, type Intent } from '../checkout/intents-repository.ts';
import { findCustomer } from '../customers/customers-repository.ts';
import { findSubscriptionEvents } from '../events/events-repository.ts';
import type { Snapshot } from './snapshot.ts';
import { statusOf } from './status.ts';

/**
 * Takes a subscription back to the wider offer that an old page of the portal has narrowed. Two
 * links to its confirmation page can be open at once, and the one to a single product be used after
 * the one to the combined offer. A plan that was narrowed in another way, by somebody at Stripe's
 * dashboard, stays. Answers whether anything was done.
 */
export async function undoNarrowing(
  services: Services,
  customerId: string,
  { subscriptions }: Snapshot,
): Promise<boolean> {
  const { db, log, prices, stripe } = services;
  const wishes = await findWishedChanges(db, customerId);
  const [first] = wishes;
  if (!first) return false;
  for (const subscription of subscriptions) {
    const item = subscription.items.data[0];
    if (!item || !statusOf(subscription)?.hasAccess) continue;
    const plan = await prices.planOf(item.price.id);
    const wish = plan && wishes.findLast(({ planId }) => planId === plan.id);
    if (!wish) continue;
    const wider =
      (await widerRow(services, subscription, plan)) ??
      (await widerEvent(services, customerId, { subscription, plan, since: first.createdAt }));
    if (!wider) continue;
    log.warn({ id: subscription.id, from: plan.id, to: wider.id }, 'takes a narrowed plan back');
    // Told first: once the plan is back, no later look would know that it was away.
    await tell(services, customerId, { wish, plan, wider });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: await prices.idOf(wider) }],
      proration_behavior: 'always_invoice',
    });
    return true;
  }
  return false;
}

async function tell(
  { db, mails }: Services,
  customerId: string,
  { wish, plan, wider }: { wish: Intent; plan: Plan; wider: Plan },
): Promise<void> {
  const customer = await findCustomer(db, customerId);
  if (!customer) return;
  const { email, firstName } = customer;
  await db.transaction((transaction) =>
    mails.queue(transaction, {
      cause: `plan-kept:${wish.id}`,
      template: 'plan-kept',
      to: email,
      content: {
        firstName,
        product: productName(wider.productId),
        asked: productName(plan.productId),
      },
    }),
  );
}

/** The wider plan that our own row still shows. */
async function widerRow(
  { db }: Services,
  { id }: Stripe.Subscription,
  plan: Plan,
): Promise<Plan | undefined> {
  const row = await findSubscriptionByStripeId(db, id);
  return row?.hasAccess ? ifWider(findPlan(row.planId), plan) : undefined;
}

/** The wider plan that Stripe told of, where both changes came before our row could follow. */
async function widerEvent(
  { db, prices, stripe }: Services,
  customerId: string,
  { subscription, plan, since }: { subscription: Stripe.Subscription; plan: Plan; since: Date },
): Promise<Plan | undefined> {
  for (const id of await findSubscriptionEvents(db, customerId, since)) {
    const event = await stripe.events.retrieve(id);
    if (event.type !== 'customer.subscription.updated') continue;
    const { object } = event.data;
    const price = object.items.data[0]?.price.id;
    if (object.id !== subscription.id || !price) continue;
    const wider = ifWider(await prices.planOf(price), plan);
    if (wider) return wider;
  }
  return undefined;
}

function ifWider(candidate: Plan | undefined, plan: Plan): Plan | undefined {
  const [more, less] = [includedIn(candidate), includedIn(plan)];
  const isWider = more.length > less.length && less.every((key) => more.includes(key));
  return isWider ? candidate : undefined;
}

function includedIn(plan: Plan | undefined) {
  return (plan && findProduct(plan.productId)?.includes) ?? [];
}
