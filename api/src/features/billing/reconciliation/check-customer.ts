import type { Difference } from 'contract/reconciliation';
import type { Services } from '../../../services.ts';
import { findPayments } from '../payments/repository.ts';
import { unscheduled } from '../price-moves/schedule.ts';
import {
  type ChargedCard,
  type Customer,
  findBalance,
  findCustomer,
} from '../stripe/customers/customers-repository.ts';
import { noticesDue } from '../stripe/mails/notices.ts';
import { isReminderDue, reminderCause } from '../stripe/mails/trial-reminder.ts';
import { idOf } from '../stripe/reference.ts';
import { withOwnCard } from '../stripe/sync/default-card.ts';
import { projectSnapshot, withoutPurged } from '../stripe/sync/projection.ts';
import { sellerDifferences } from '../stripe/sync/seller.ts';
import { takeSnapshot } from '../stripe/sync/snapshot.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';
import { lookAtCredit } from '../stripe/sync/unkept-credit.ts';
import { findSubscriptionsOfUser, type SubscriptionRow } from '../subscriptions/repository.ts';
import { owedBack } from '../withdrawals/settle.ts';
import { compare, type Finding } from './compare.ts';
import { existsEmail } from './repository.ts';

/** Calls to Stripe for one customer with whom nothing is wrong. */
export const callsPerCustomer = 3;

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
  const { findings, isUnseen } = await findDifferences(services, customer);
  if (findings.length === 0 && !customer.isJustDeleted && !isUnseen) return [];
  await syncCustomer(services, customer.id);
  if (findings.length === 0) return [];
  const left = new Set((await findDifferences(services, customer)).findings.map(nameOf));
  return findings.map((finding) => ({ ...finding, repaired: !left.has(nameOf(finding)) }));
}

/** `isUnseen`: there is a card that no sync has noted yet. */
async function findDifferences(
  services: Services,
  { id, userId, isJustDeleted }: OurCustomer,
): Promise<{ findings: Finding[]; isUnseen: boolean }> {
  const { db, stripe } = services;
  const snapshot = await takeSnapshot(stripe, id);
  const customer = await findCustomer(db, id);
  const looked = await lookAtCredit(stripe, id, snapshot);
  const projection = withoutPurged(
    await projectSnapshot(services, snapshot, looked),
    (isJustDeleted && customer?.purgedUntil) || null,
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
  const noted = nameOfCard(customer?.card ?? null);
  const charged = nameOfCard(customer?.isDeleted ? null : projection.card);
  // Nor does a card that was not known yet.
  if (noted !== null && noted !== charged) {
    findings.push({ kind: 'customer', id, field: 'card', ours: noted, stripe: charged });
  }
  const { credit, rightful } = looked;
  if (credit !== rightful) {
    const [ours, theirs] = [String(rightful), String(credit)];
    findings.push({ kind: 'customer', id, field: 'credit', ours, stripe: theirs });
  }
  if (!customer?.isDeleted) {
    for (const { subscription, does } of await unscheduled(services, id, snapshot)) {
      const theirs = `schedule to ${does}`;
      findings.push({
        kind: 'subscription',
        id: subscription.id,
        field: 'schedule',
        ours: null,
        stripe: theirs,
      });
    }
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
  const ours = { subscriptions, balance: known, customer };
  for (const { id: about, cause } of mailsDue(ours, projection.takenAt)) {
    if (await existsEmail(db, cause)) continue;
    findings.push({ kind: 'email', id: about, field: cause, ours: null, stripe: 'due' });
  }
  return { findings, isUnseen: noted === null && charged !== null };
}

/** The mails whose time has come, by their causes, and the subscriptions they are about. */
function mailsDue(
  {
    customer,
    subscriptions,
    balance,
  }: {
    customer: Customer | undefined;
    subscriptions: SubscriptionRow[];
    balance: number | null;
  },
  now: Date,
): { id: string; cause: string }[] {
  const reminders = subscriptions.flatMap((row) =>
    isReminderDue(row, now)
      ? [{ id: row.stripeId, cause: reminderCause(row.stripeId, row.trialEnd) }]
      : [],
  );
  if (!customer || customer.isDeleted) return reminders;
  const { firstName, card } = customer;
  return [...reminders, ...noticesDue({ firstName, subscriptions, balance, card }, now)];
}

function nameOfCard(card: ChargedCard | null): string | null {
  return card && `${card.id} ${card.expMonth}/${card.expYear}`;
}

function nameOf({ kind, id, field }: Finding): string {
  return `${kind} ${id} ${field}`;
}
