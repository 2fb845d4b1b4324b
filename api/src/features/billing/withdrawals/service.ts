import { productName } from 'contract/catalogue';
import { formatLongDate, formatPence } from 'contract/format';
import { londonDay } from 'contract/withdrawal';
import { Conflict, NotFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { auditOnce } from '../../audit/service.ts';
import { explainOutage } from '../stripe/client.ts';
import { findCustomerOfUser } from '../stripe/customers/customers-repository.ts';
import { takeSnapshot } from '../stripe/sync/snapshot.ts';
import { statusOf } from '../stripe/sync/status.ts';
import { syncSoon } from '../stripe/sync/sync-soon.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions/repository.ts';
import { hasEnded } from '../subscriptions/service.ts';
import { rightToWithdraw } from './right.ts';
import { declaration, withdrawalOf } from './withdrawn.ts';

interface Withdrawing {
  subscriptionId: string;
  /** Whose it has to be; an admin may withdraw for anybody. */
  holderId?: string;
  actorId: string;
  address: string;
}

/** What came of a withdrawal. `refund` in pence. */
interface Outcome {
  refund: number;
  message: string;
}

/**
 * Withdraws from a subscription: it ends at once, and what was paid goes back. Declared at Stripe in
 * one call, from which every sync does the rest, so that a repeat, a race and a death on the way end
 * in the same and pay back once. Throws NotFound for a foreign one; Conflict for one that has ended
 * and after the last day; Unavailable while Stripe is away.
 */
export async function withdraw(services: Services, asked: Withdrawing): Promise<Outcome> {
  const { db } = services;
  const row = await findSubscription(db, asked.subscriptionId);
  if (!row || (asked.holderId !== undefined && row.userId !== asked.holderId)) throw new NotFound();
  const customerId = await findCustomerOfUser(db, row.userId);
  if (!customerId) throw new NotFound();
  const refund = await explainOutage(() => declare(services, row, customerId));
  const { actorId, address } = asked;
  const product = productName(row.productId);
  const nothing = row.firstPaidAt ? 'nothing is left to refund' : 'nothing was charged';
  const said = refund > 0 ? `refunded ${formatPence(refund)}` : nothing;
  await auditOnce(db, {
    ...{ action: 'subscription.withdrawn', target: row.userId, actorId, address },
    detail: `${product}: ${said} (subscription ${row.id})`,
  });
  await syncSoon(services, customerId);
  return { refund, message: `Withdrawn from ${product}: ${said}` };
}

/** Says at Stripe that somebody withdraws, once. Answers the pence that go back. */
async function declare(
  { stripe }: Services,
  row: SubscriptionRow,
  customerId: string,
): Promise<number> {
  const snapshot = await takeSnapshot(stripe, customerId);
  const subscription = snapshot.subscriptions.find(({ id }) => id === row.stripeId);
  const before = subscription && withdrawalOf(subscription);
  if (before) return before.refund;
  if (!subscription || !statusOf(subscription)?.hasAccess) throw new Conflict(hasEnded);
  const right = rightToWithdraw(subscription, snapshot);
  if (londonDay(snapshot.takenAt) > right.lastDay) {
    throw new Conflict(
      `The right to withdraw ended on ${formatLongDate(right.lastDay)}. You can cancel at any time under My Subscriptions.`,
    );
  }
  const metadata = declaration(snapshot.takenAt, right);
  await stripe.subscriptions.update(subscription.id, { metadata });
  return right.refund;
}
