import type { Plan } from 'contract/catalogue';
import { Conflict } from '../../../../http/errors.ts';
import type { Services } from '../../../../services.ts';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import { productOf } from '../../subscriptions/rules.ts';
import { subscriptionOf } from '../invoice-references.ts';
import type { Snapshot } from '../sync/snapshot.ts';
import { unkeptIn } from '../sync/unkept-credit.ts';
import { previewChangeInvoice } from './change-invoice.ts';

/**
 * Throws Conflict for a change that unused time would pay for whose money was given back, or is disputed:
 * Stripe counts that time all the same, and what it pays for could not be charged any more. So it is with
 * money that is still to come: Stripe takes a renewal's an hour after it has begun.
 */
export async function refuseUnkeptChange(
  services: Services,
  {
    plan,
    customerId,
    from,
    synced,
  }: {
    plan: Plan;
    customerId: string;
    from: SubscriptionRow;
    synced: { snapshot: Snapshot } | null;
  },
): Promise<void> {
  const held = synced?.snapshot.subscriptions.find(({ id }) => id === from.stripeId);
  const item = held?.items.data[0]?.id;
  if (!synced || !item || from.status !== 'active') return;
  const change = { customer: customerId, subscription: from.stripeId, item, plan };
  const preview = await previewChangeInvoice(services, change);
  const { snapshot } = synced;
  if ((await unkeptIn(services.stripe, customerId, { snapshot, preview })) === 0) return;
  const { name } = productOf(from.productId);
  if (snapshot.invoices.some((one) => one.status === 'draft' && subscriptionOf(one) === held.id)) {
    throw new Conflict(
      `Your payment for ${name} is being taken at this moment. Please try again in an hour.`,
    );
  }
  throw new Conflict(
    `Your payment for ${name} was given back or is disputed, so it cannot be changed to another plan. Please contact us, or cancel it in My Subscriptions and subscribe again once it has ended.`,
  );
}
