import { findProduct, products } from 'contract/catalogue';
import type { Services } from '../../../../services.ts';
import { schedulePrices } from '../../price-moves/schedule.ts';
import type { SubscriptionProjection } from '../../subscriptions/repository.ts';
import { noteRefund, refundsToNote, tellReleased } from '../../withdrawals/notes.ts';
import { settleWithdrawals } from '../../withdrawals/settle.ts';
import { setIntent, settleIntents } from '../checkout/intents-repository.ts';
import { expireSession } from '../checkout/sessions.ts';
import { lockForWriting, startSync } from '../customers/customers-repository.ts';
import { resumeCharging, stopCharging } from '../customers/deactivated-customer.ts';
import { forgetCustomer } from '../customers/forget-customer.ts';
import { followDefaultCard } from './default-card.ts';
import { revertDowngrade } from './downgrade.ts';
import { chargeNewCard } from './new-card.ts';
import { endOverlaps } from './overlaps.ts';
import { type Projection, projectSnapshot, withoutPurged } from './projection.ts';
import { followSeller } from './seller.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { type Credit, noCredit, withholdUnkeptCredit } from './unkept-credit.ts';
import { endUsedTrials } from './used-trials.ts';
import { writeProjection } from './write-projection.ts';

/**
 * Makes our rows say what Stripe says of one customer now. Any number of copies of any event in
 * any order lead to the same rows: an older sync never overwrites a newer one.
 * Answers what only a person can put right, and what Stripe said; null for a customer of nobody. Throws when Stripe cannot be reached; then nothing is
 * written.
 */
export async function syncCustomer(
  services: Services,
  customerId: string,
  rounds = 6,
): Promise<{ alerts: Projection['alerts']; snapshot: Snapshot } | null> {
  const { db, stripe, log } = services;
  const begun = await startSync(db, customerId);
  if (!begun) {
    // Ordinary: events of one that is being made come before our row. Paid ones `walkRunning` names.
    log.debug({ customerId }, 'a Stripe customer that belongs to no user');
    return null;
  }
  const snapshot = await takeSnapshot(stripe, customerId);
  const { syncNumber } = begun;
  const credit = await putRight(services, { id: customerId, ...begun }, snapshot);
  if (!credit) {
    if (rounds === 0) throw new Error(`Subscriptions of ${customerId} do not come to rest`);
    return syncCustomer(services, customerId, rounds - 1);
  }
  const projection = await projectSnapshot(services, snapshot, credit);
  const { made, released } = await refundsToNote(services, begun.userId, projection, snapshot);
  const settled = await db.transaction(async (transaction) => {
    const { balance, card } = projection;
    const customer = await lockForWriting(transaction, customerId, syncNumber, { balance, card });
    if (!customer) return [];
    const current = withoutPurged(projection, customer.purgedUntil);
    for (const one of made) await noteRefund(services, transaction, customerId, one);
    for (const one of released) await tellReleased(services, transaction, customer, one);
    await writeProjection(services, transaction, customer, current);
    return settleIntents(transaction, customer.userId, {
      planIds: plansCovered(projection.subscriptions),
      bought: [...projection.intents.values()],
    });
  });
  for (const { id, stripeSessionId } of settled) {
    await expireSession(stripe, stripeSessionId);
    await setIntent(db, id, 'replaced');
  }
  return { alerts: projection.alerts, snapshot };
}

/**
 * Changes at Stripe what our rules do not let stand. Answers what credit there is once nothing is left to
 * do, and null before.
 */
async function putRight(
  services: Services,
  customer: { id: string; userId: string; isDeleted: boolean; isActive: boolean },
  snapshot: Snapshot,
): Promise<Credit | null> {
  const { id, userId } = customer;
  // What was promised to somebody comes before all rules, and outlives the account.
  if (await settleWithdrawals(services, snapshot)) return null;
  if (customer.isDeleted) {
    return (await forgetCustomer(services, customer, snapshot)) ? null : noCredit;
  }
  const isChanged =
    (await endUsedTrials(services, userId, snapshot)) ||
    (await revertDowngrade(services, id, snapshot)) ||
    (await endOverlaps(services, snapshot)) ||
    (await followDefaultCard(services, id, snapshot)) ||
    (await followSeller(services, id, snapshot)) ||
    (customer.isActive
      ? (await resumeCharging(services, snapshot)) || (await chargeNewCard(services, snapshot))
      : await stopCharging(services, userId, snapshot));
  if (isChanged) return null;
  const credit = await withholdUnkeptCredit(services, id, snapshot);
  return credit && (await schedulePrices(services, id, snapshot)) ? null : credit;
}

/** Every plan that would sell again what is held. */
function plansCovered(subscriptions: SubscriptionProjection[]): string[] {
  const held = new Set(
    subscriptions
      .filter((subscription) => subscription.hasAccess)
      .flatMap(({ productId }) => findProduct(productId)?.includes ?? []),
  );
  return products
    .filter((product) => product.includes.every((key) => held.has(key)))
    .flatMap((product) => [product.monthly.id, product.yearly.id]);
}
