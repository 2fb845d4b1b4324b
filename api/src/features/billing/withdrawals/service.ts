import { productName } from 'contract/catalogue';
import { formatLongDate } from 'contract/format';
import { londonDay } from 'contract/withdrawal';
import type Stripe from 'stripe';
import { Conflict, Invalid, NotFound } from '../../../http/errors.ts';
import type { Services } from '../../../services.ts';
import { explainOutage } from '../stripe/client.ts';
import { findCustomerOfUser } from '../stripe/customers/customers-repository.ts';
import { takeSnapshot } from '../stripe/sync/snapshot.ts';
import { statusOf } from '../stripe/sync/status.ts';
import { syncSoon } from '../stripe/sync/sync-soon.ts';
import { lookAtCredit } from '../stripe/sync/unkept-credit.ts';
import { isTrialRefused } from '../stripe/sync/used-trials.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions/repository.ts';
import { hasEnded } from '../subscriptions/service.ts';
import { noteWithdrawal, outcomeOf } from './notes.ts';
import { rightToWithdraw } from './right.ts';
import { declaration, type Withdrawal, withdrawalOf } from './withdrawn.ts';

interface Withdrawing {
  subscriptionId: string;
  /** Whose it has to be; an admin may withdraw for anybody. */
  holderId?: string;
  actorId: string;
  address: string;
  /** The day in London on which it was declared to an admin; today where it is left out. */
  declaredOn?: string | undefined;
}

/** What came of a withdrawal. `refund` in pence. */
interface Outcome {
  refund: number;
  message: string;
}

/**
 * Withdraws from a subscription: it ends at once, and what was paid goes back. Declared at Stripe in
 * one call, from which every sync does the rest, so that a repeat, a race and a death on the way end
 * in the same and pay back once. Throws NotFound for a foreign one; Invalid for a day of declaration that
 * cannot be; Conflict after the last day, and for one that has ended where no day is named; Unavailable while Stripe is away.
 */
export async function withdraw(services: Services, asked: Withdrawing): Promise<Outcome> {
  const { db } = services;
  const row = await findSubscription(db, asked.subscriptionId);
  if (!row || (asked.holderId !== undefined && row.userId !== asked.holderId)) throw new NotFound();
  const customerId = await findCustomerOfUser(db, row.userId);
  if (!customerId) throw new NotFound();
  const withdrawal = await explainOutage(() => declare(services, row, customerId, asked));
  // Who asks again has not done it; one of before this was noted is of whoever asks.
  const by = withdrawal.by ?? asked.actorId;
  await noteWithdrawal(db, row, { ...withdrawal, by, address: asked.address });
  await syncSoon(services, customerId);
  const message = `Withdrawn from ${productName(row.productId)}: ${outcomeOf(row, withdrawal)}`;
  return { refund: withdrawal.refund, message };
}

/** Says at Stripe that somebody withdraws, once. Answers what was said, now or before. */
async function declare(
  { stripe }: Services,
  row: SubscriptionRow,
  customerId: string,
  { actorId: by, declaredOn }: Withdrawing,
): Promise<Pick<Withdrawal, 'refund' | 'credit' | 'held' | 'by' | 'declaredOn'>> {
  const snapshot = await takeSnapshot(stripe, customerId);
  const subscription = snapshot.subscriptions.find(({ id }) => id === row.stripeId);
  const before = subscription && withdrawalOf(subscription);
  if (before) return before;
  if (!subscription || !isOpenTo(subscription, declaredOn)) throw new Conflict(hasEnded);
  const today = londonDay(snapshot.takenAt);
  if (declaredOn) refuseImpossible(declaredOn, { today, start: subscription.start_date });
  const credit = await lookAtCredit(stripe, customerId, snapshot);
  const right = rightToWithdraw(subscription, snapshot, { credit, declaredOn });
  if ((declaredOn ?? today) > right.lastDay) {
    throw new Conflict(
      `The right to withdraw ended on ${formatLongDate(right.lastDay)}. You can cancel at any time under My Subscriptions.`,
    );
  }
  const metadata = declaration(snapshot.takenAt, right, { by, declaredOn });
  await stripe.subscriptions.update(subscription.id, { metadata });
  const { refund, held } = right;
  return { refund, credit: right.credit, held, by, declaredOn: declaredOn ?? null };
}

/**
 * Whether somebody may still withdraw from a subscription: what was declared to an admin in time was, whatever
 * has ended it since. What was refused its trial never began.
 */
function isOpenTo(subscription: Stripe.Subscription, declaredOn: string | undefined): boolean {
  if (statusOf(subscription)?.hasAccess) return true;
  return declaredOn !== undefined && !isTrialRefused(subscription);
}

/** Nobody withdraws on a day to come, or from what was not bought yet. `start` in unix seconds. */
function refuseImpossible(
  declaredOn: string,
  { today, start }: { today: string; start: number },
): void {
  const begun = londonDay(new Date(start * 1000));
  if (declaredOn > today) throw new Invalid({ declared_on: 'This day is still to come.' });
  if (declaredOn < begun) {
    const declared_on = `This subscription began on ${formatLongDate(begun)}. Enter that day or a later one.`;
    throw new Invalid({ declared_on });
  }
}
