import type { Difference } from 'contract/reconciliation';
import type { Services } from '../../../services.ts';
import { findPayments } from '../payments/repository.ts';
import { findBalance, findCustomer } from '../stripe/customers/customers-repository.ts';
import { isReminderDue, reminderCause } from '../stripe/mails/trial-reminder.ts';
import { idOf } from '../stripe/reference.ts';
import { withOwnCard } from '../stripe/sync/default-card.ts';
import { projectSnapshot, withoutPurged } from '../stripe/sync/projection.ts';
import { sellerDifferences } from '../stripe/sync/seller.ts';
import { takeSnapshot } from '../stripe/sync/snapshot.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';
import { lookAtCredit } from '../stripe/sync/unkept-credit.ts';
import { findSubscriptionsOfUser } from '../subscriptions/repository.ts';
import { owedBack } from '../withdrawals/settle.ts';
import { compare, type Finding } from './compare.ts';
import { existsEmail } from './repository.ts';

/** Calls to Stripe for one customer with whom nothing is wrong. */
export const callsPerCustomer = 5;

/** A customer of ours as the sweep meets it. */
export interface OurCustomer {
  id: string;
  userId: string;
  isJustDeleted: boolean;
}

/** Compares one customer's rows with Stripe, and repairs what differs by the sync. */
export async function checkCustomer(
  services: Services,
  customer: OurCustomer,
): Promise<Difference[]> {
  const findings = await findDifferences(services, customer);
  if (findings.length === 0 && !customer.isJustDeleted) return [];
  await syncCustomer(services, customer.id);
  if (findings.length === 0) return [];
  const left = new Set((await findDifferences(services, customer)).map(nameOf));
  return findings.map((finding) => ({ ...finding, repaired: !left.has(nameOf(finding)) }));
}

async function findDifferences(
  services: Services,
  { id, userId, isJustDeleted }: OurCustomer,
): Promise<Finding[]> {
  const { db, stripe } = services;
  const snapshot = await takeSnapshot(stripe, id);
  const customer = isJustDeleted ? await findCustomer(db, id) : undefined;
  const projection = withoutPurged(
    await projectSnapshot(services, snapshot),
    customer?.purgedUntil ?? null,
  );
  const [subscriptions, payments] = await Promise.all([
    findSubscriptionsOfUser(db, userId),
    findPayments(db, { userId }),
  ]);
  const findings = compare(projection, { subscriptions, payments });
  findings.push(...projection.alerts);
  const known = await findBalance(db, userId);
  // What is not known yet says nothing, and a customer without credit need not be known.
  if (projection.balance !== null && projection.balance !== (known ?? 0)) {
    const ours = known === null ? null : String(known);
    findings.push({
      kind: 'customer',
      id,
      field: 'balance',
      ours,
      stripe: String(projection.balance),
    });
  }
  const { credit, rightful } = await lookAtCredit(stripe, id, snapshot);
  if (credit !== rightful) {
    const [ours, theirs] = [String(rightful), String(credit)];
    findings.push({ kind: 'customer', id, field: 'credit', ours, stripe: theirs });
  }
  const owed = owedBack(snapshot);
  if (owed > 0) {
    findings.push({ kind: 'customer', id, field: 'refund', ours: String(owed), stripe: null });
  }
  for (const { id: tied, default_payment_method: card } of withOwnCard(snapshot)) {
    const stripeCard = idOf(card);
    findings.push({
      kind: 'subscription',
      id: tied,
      field: 'card',
      ours: null,
      stripe: stripeCard,
    });
  }
  findings.push(...sellerDifferences(services.env, snapshot));
  for (const row of subscriptions) {
    if (!isReminderDue(row, projection.takenAt)) continue;
    const cause = reminderCause(row.stripeId, row.trialEnd);
    if (await existsEmail(db, cause)) continue;
    findings.push({ kind: 'email', id: row.stripeId, field: cause, ours: null, stripe: 'due' });
  }
  return findings;
}

function nameOf({ kind, id, field }: Finding): string {
  return `${kind} ${id} ${field}`;
}
