import type { CancelReason } from 'contract/leaving';
import type { Statement } from '../../../db/at-once.ts';
import type { Db } from '../../../db/client.ts';
import { Conflict, NotFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { findPaymentsOfInvoices } from '../payments/repository.ts';
import { withoutSchedule } from '../price-moves/schedule.ts';
import { openCardPage } from '../stripe/checkout/card-page.ts';
import { explainOutage, unlessMissing } from '../stripe/client.ts';
import { findCustomerOfUser } from '../stripe/customers/customers-repository.ts';
import { isRenewing } from '../stripe/is-renewing.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';
import { cancelledByHolder, notCancelledByHolder } from './cancelled-by.ts';
import { type Charge, chargesToCome, creditIn, renews } from './charges-to-come.ts';
import {
  existsAny,
  findHeldByUser,
  findSubscriptionOfUser,
  findSubscriptionsOfUser,
  type SubscriptionRow,
  stopIfAny,
} from './repository.ts';

export { type Charge, underWay } from './charges-to-come.ts';
export { type EndReason, endReasonOf } from './end-reason.ts';
export type { SubscriptionRow } from './repository.ts';

/** Whether the user has access to anything now. */
export function holdsSubscription(db: Db, userId: string): Promise<boolean> {
  return existsAny(db, userId, ['access']);
}

/** Whether the user has access to anything now, or credit that has not paid for anything yet. */
export function holdsOrIsOwed(db: Db, userId: string): Promise<boolean> {
  return existsAny(db, userId, ['access', 'credit']);
}

/** The statement that ends a transaction, for `decidedAnew`, if the user has any of these. */
export const stopIfHeld = (
  transaction: Db,
  userId: string,
  what: ('access' | 'credit')[],
): Statement => stopIfAny(transaction, userId, what);

/** All of a user's subscriptions: those with access first. */
export function listMine({ db }: Services, userId: string): Promise<SubscriptionRow[]> {
  return findSubscriptionsOfUser(db, userId);
}

/** What somebody holds, what is charged for it next, and what credit there is (pence). */
export async function readMine(services: Services, userId: string): Promise<Mine> {
  const { subscriptions, balance } = await findHeldByUser(services.db, userId);
  const asked = subscriptions.flatMap(({ invoiceToConfirm }) => invoiceToConfirm ?? []);
  return {
    subscriptions,
    toConfirm: await findPaymentsOfInvoices(services.db, userId, asked),
    credit: creditIn(balance),
    charges: chargesToCome(subscriptions, balance),
  };
}

interface Mine {
  subscriptions: SubscriptionRow[];
  /** The ids of payments that the bank wants confirmed, by their invoices. */
  toConfirm: Map<string, string>;
  /** Null while it is not known. */
  credit: number | null;
  /** By the subscription's id. */
  charges: Map<string, Charge>;
}

/** Said of what is not there to be changed any more. */
export const hasEnded = 'This subscription has already ended.';

/** Why somebody cancels: one of the reasons that are offered, and words of their own. */
interface Why {
  reason: CancelReason | null;
  comment: string | null;
}

/**
 * Lets a subscription end with its period, also where support has set a later date, or takes that
 * back. Repeats and races end in Stripe's state. Answers what it is by then. Throws NotFound for a foreign one,
 * Conflict for one that has ended.
 */
export async function setCancellation(
  services: Services,
  {
    userId,
    subscriptionId,
    cancel,
    why,
  }: { userId: string; subscriptionId: string; cancel: boolean; why: Why },
): Promise<SubscriptionRow> {
  const { db } = services;
  const subscription = await findSubscriptionOfUser(db, subscriptionId, userId);
  if (!subscription) throw new NotFound();
  if (!subscription.hasAccess) throw new Conflict(hasEnded);
  const customerId = await findCustomerOfUser(db, userId);
  if (!customerId) throw new NotFound();
  return explainOutage(async () => {
    const isThere = await unlessMissing(
      setEnd(services, subscription.stripeId, { cancel, why }).then(() => true),
    );
    await syncCustomer(services, customerId);
    const now = await findSubscriptionOfUser(db, subscriptionId, userId);
    if (!isThere || !now?.hasAccess) throw new Conflict(hasEnded);
    const isDone = cancel ? !renews(now) : !now.cancelAtPeriodEnd;
    if (!isDone) throw new Conflict('Please try again in a moment.');
    return now;
  });
}

/**
 * Opens Stripe's page on which a subscription's owner enters another card. Throws NotFound for a
 * foreign subscription, Conflict for one that has ended.
 */
export async function updateCard(
  services: Services,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
): Promise<string> {
  const subscription = await findSubscriptionOfUser(services.db, subscriptionId, userId);
  const customerId = await findCustomerOfUser(services.db, userId);
  if (!subscription || !customerId) throw new NotFound();
  if (!subscription.hasAccess) throw new Conflict(hasEnded);
  return openCardPage(services, customerId);
}

/** Makes a user's rows say what Stripe says now. Nothing to do for somebody who never bought. */
export async function refreshMine(services: Services, userId: string): Promise<void> {
  const customerId = await findCustomerOfUser(services.db, userId);
  if (customerId) await explainOutage(() => syncCustomer(services, customerId));
}

/**
 * Stripe knows two ways to end later; what was set in one must be taken back in the same, and the end of
 * the period takes the place of a date. Why it ends is kept there, too, and goes with what is taken back.
 */
async function setEnd(
  services: Services,
  id: string,
  { cancel, why }: { cancel: boolean; why: Why },
): Promise<void> {
  const { stripe } = services;
  const subscription = await stripe.subscriptions.retrieve(id);
  const { cancel_at, cancel_at_period_end, ended_at } = subscription;
  const hasDate = cancel_at !== null && !cancel_at_period_end;
  const isEnding = cancel_at_period_end || cancel_at !== null;
  // A repeat would make Stripe forget when the end was first asked for.
  const isDone = cancel ? !isRenewing(subscription) : !isEnding;
  if (ended_at !== null || isDone) return;
  const { reason, comment } = cancel ? why : { reason: null, comment: null };
  await withoutSchedule(services, subscription, () =>
    stripe.subscriptions.update(id, {
      ...(!cancel && hasDate ? { cancel_at: '' } : { cancel_at_period_end: cancel }),
      cancellation_details: { feedback: reason ?? '', comment: comment ?? '' },
      metadata: cancel ? cancelledByHolder : notCancelledByHolder,
    }),
  );
}
