import { findPlan, findProduct, type Plan, productName } from 'contract/catalogue';
import type Stripe from 'stripe';
import type { Services } from '../../../../services.ts';
import { findSubscriptionByStripeId } from '../../subscriptions/repository.ts';
import { findRequestedChanges, type Intent } from '../checkout/intents-repository.ts';
import { findCustomer } from '../customers/customers-repository.ts';
import { subscriptionChanged } from '../events/event-types.ts';
import { findSubscriptionEvents } from '../events/events-repository.ts';
import type { Snapshot } from './snapshot.ts';
import { statusOf } from './status.ts';

/**
 * Takes a subscription back to the larger offer that an old page of the portal has downgraded. Two
 * links to its confirmation page can be open at once, and the one to a single product be used after
 * the one to the combined offer. A plan that was downgraded in another way, by somebody at Stripe's
 * dashboard, stays. Answers whether anything was done.
 */
export async function revertDowngrade(
  services: Services,
  customerId: string,
  { subscriptions }: Snapshot,
): Promise<boolean> {
  const { db, log, prices, stripe } = services;
  const requests = await findRequestedChanges(db, customerId);
  const [first] = requests;
  if (!first) return false;
  for (const subscription of subscriptions) {
    const item = subscription.items.data[0];
    if (!item || subscription.items.data.length > 1 || !statusOf(subscription)?.hasAccess) continue;
    const plan = await prices.planOf(item.price.id);
    const request = plan && requests.findLast(({ planId }) => planId === plan.id);
    if (!request) continue;
    const larger =
      (await largerByRow(services, subscription, plan)) ??
      (await largerByEvents(services, customerId, { subscription, plan, since: first.createdAt }));
    if (!larger) continue;
    log.warn({ id: subscription.id, from: plan.id, to: larger.id }, 'reverts a downgrade');
    // The mail goes first: once the plan is back, no later sync would know that it was gone.
    await queueMail(services, customerId, { request, plan, larger });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: await prices.idOf(larger) }],
      proration_behavior: 'always_invoice',
    });
    return true;
  }
  return false;
}

async function queueMail(
  { db, mails }: Services,
  customerId: string,
  { request, plan, larger }: { request: Intent; plan: Plan; larger: Plan },
): Promise<void> {
  const customer = await findCustomer(db, customerId);
  if (!customer) return;
  const { email, firstName } = customer;
  await db.transaction((transaction) =>
    mails.queue(transaction, {
      cause: `plan-kept:${request.id}`,
      template: 'plan-kept',
      to: email,
      content: {
        firstName,
        product: productName(larger.productId),
        asked: productName(plan.productId),
      },
    }),
  );
}

/** The larger plan that our own row still shows. */
async function largerByRow(
  { db }: Services,
  { id }: Stripe.Subscription,
  plan: Plan,
): Promise<Plan | undefined> {
  const row = await findSubscriptionByStripeId(db, id);
  return row?.hasAccess ? ifLarger(findPlan(row.planId), plan) : undefined;
}

/** The larger plan that an event of Stripe's names, where both changes came before our row could follow. */
async function largerByEvents(
  { db, prices, stripe }: Services,
  customerId: string,
  { subscription, plan, since }: { subscription: Stripe.Subscription; plan: Plan; since: Date },
): Promise<Plan | undefined> {
  for (const id of await findSubscriptionEvents(db, customerId, since)) {
    const event = await stripe.events.retrieve(id);
    if (event.type !== subscriptionChanged) continue;
    const { object } = event.data;
    const price = object.items.data[0]?.price.id;
    if (object.id !== subscription.id || !price) continue;
    const larger = ifLarger(await prices.planOf(price), plan);
    if (larger) return larger;
  }
  return undefined;
}

/** The candidate, if it includes all that the plan does and more. */
function ifLarger(candidate: Plan | undefined, plan: Plan): Plan | undefined {
  const [more, less] = [includedIn(candidate), includedIn(plan)];
  const isLarger = more.length > less.length && less.every((key) => more.includes(key));
  return isLarger ? candidate : undefined;
}

function includedIn(plan: Plan | undefined) {
  return (plan && findProduct(plan.productId)?.includes) ?? [];
}
