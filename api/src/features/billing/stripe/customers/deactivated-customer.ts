import type Stripe from 'stripe';
import type { Db } from '../../../../db/client.ts';
import type { Services } from '../../../../services.ts';
import { withoutSchedule } from '../../price-moves/schedule.ts';
import { closeOpenIntent } from '../checkout/intents-repository.ts';
import { closeSessions } from '../checkout/sessions.ts';
import { subscriptionOf } from '../invoice-references.ts';
import { isRenewing } from '../is-renewing.ts';
import type { Snapshot } from '../sync/snapshot.ts';
import { findCustomerOfUser } from './customers-repository.ts';

/** Says at Stripe what was stopped because its user was deactivated, and goes on with activation. */
const mark = { stopped_by: 'deactivation' };
const noMark = { stopped_by: '' };

/** The same of a subscription, with the date (unix seconds) on which support had let it end. */
const markWith = (endsOn: number | null) => ({ ...mark, stopped_end: String(endsOn ?? '') });
const noMarks = { ...noMark, stopped_end: '' };

/** Queues, in the transaction that deactivates or activates a user, that Stripe follows. */
export async function queueRenewals(
  { jobs }: Pick<Services, 'jobs'>,
  transaction: Db,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<void> {
  if (!isActive) await closeOpenIntent(transaction, id);
  const customerId = await findCustomerOfUser(transaction, id);
  if (customerId) await jobs.enqueue(transaction, 'sync-customer', { customerId });
}

/**
 * Sees to it that somebody who cannot sign in is not charged: pages that are open are closed,
 * subscriptions end with their period, also those that support lets end after it, open invoices are not
 * tried again. Answers whether anything was done.
 */
export async function stopCharging(
  services: Services,
  userId: string,
  { subscriptions, invoices }: Snapshot,
): Promise<boolean> {
  const { stripe } = services;
  await closeSessions(services, userId);
  const running = subscriptions.filter(({ ended_at }) => ended_at === null);
  const renewing = running.filter(isRenewing);
  for (const one of renewing) {
    const ending = { cancel_at_period_end: true, metadata: markWith(one.cancel_at) };
    await withoutSchedule(services, one, () => stripe.subscriptions.update(one.id, ending));
  }
  const collected = invoicesOf(running, invoices).filter(({ auto_advance }) => auto_advance);
  for (const { id } of collected) {
    await stripe.invoices.update(id, { auto_advance: false, metadata: mark });
  }
  return renewing.length + collected.length > 0;
}

/** Takes back for an active user what a deactivation stopped. Answers whether anything was done. */
export async function resumeCharging(
  { stripe }: Services,
  { subscriptions, invoices, takenAt }: Snapshot,
): Promise<boolean> {
  const running = subscriptions.filter(({ ended_at }) => ended_at === null);
  const stopped = running.filter(isStopped);
  for (const { id, metadata, cancel_at_period_end: isOurs } of stopped) {
    const endsOn = Number(metadata.stopped_end);
    const isToCome = endsOn * 1000 > takenAt.getTime();
    const before = isToCome ? { cancel_at: endsOn } : { cancel_at_period_end: false };
    // An end that support has set since stays.
    const end = isOurs ? before : {};
    await stripe.subscriptions.update(id, { ...end, metadata: noMarks });
  }
  const uncollected = invoicesOf(running, invoices).filter(isStopped);
  for (const { id } of uncollected) {
    await stripe.invoices.update(id, { auto_advance: true, metadata: noMark });
  }
  return stopped.length + uncollected.length > 0;
}

function isStopped({ metadata }: { metadata: Stripe.Metadata | null }): boolean {
  return metadata?.stopped_by === mark.stopped_by;
}

/** What is still to be paid for some subscriptions. */
function invoicesOf(
  subscriptions: Stripe.Subscription[],
  invoices: Stripe.Invoice[],
): Stripe.Invoice[] {
  return invoices.filter(
    (invoice) =>
      (invoice.status === 'open' || invoice.status === 'draft') &&
      subscriptions.some(({ id }) => id === subscriptionOf(invoice)),
  );
}
