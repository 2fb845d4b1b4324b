import type { Difference } from 'contract/reconciliation';
import { isDatabaseUnavailable } from '../../../db/unavailable.ts';
import type { Services } from '../../../services.ts';
import { findPayments } from '../payments/repository.ts';
import { isStripeUnavailable } from '../stripe/client.ts';
import { resumeEvents } from '../stripe/events/process-events.ts';
import { isReminderDue, reminderCause } from '../stripe/mails/trial-reminder.ts';
import { idOf } from '../stripe/reference.ts';
import { withOwnCard } from '../stripe/sync/default-card.ts';
import { projectSnapshot } from '../stripe/sync/projection.ts';
import { takeSnapshot } from '../stripe/sync/snapshot.ts';
import { syncCustomer } from '../stripe/sync/sync.ts';
import { lookAtCredit } from '../stripe/sync/unkept-credit.ts';
import { findSubscriptionsOfUser } from '../subscriptions/repository.ts';
import { compare, type Finding } from './compare.ts';
import { tieLostCustomers } from './customers.ts';
import {
  existsEmail,
  type FinishedRun,
  findCustomersAfter,
  finishRun,
  insertRun,
  noteProgress,
} from './repository.ts';

export { findLastRuns as lastRuns } from './repository.ts';

const pageSize = 100;
/** How many customers are compared at once. */
const concurrency = 4;
/** More than these are counted and not listed. */
const listed = 500;
/** Events that wait longer than this are given to a job again, in milliseconds. */
const grace = 5 * 60_000;

interface OurCustomer {
  id: string;
  userId: string;
  isJustDeleted: boolean;
}

/**
 * Compares every customer's rows with Stripe and repairs what differs by the same sync that follows
 * a webhook, so it may run beside webhooks and beside itself. The report is stored; a customer who
 * could not be compared is in it, with the reason. Throws when Stripe cannot be reached; what was
 * repaired until then stays.
 */
export async function reconcile(services: Services): Promise<FinishedRun> {
  const { db, log } = services;
  const run = await insertRun(db);
  await resumeEvents(services, new Date(Date.now() - grace));
  const all: Difference[] = [];
  let [checked, found] = [0, 0];
  const note = (differences: Difference[]) => {
    found += differences.length;
    all.push(...differences.slice(0, listed - all.length));
  };
  note((await tieLostCustomers(services)).map((finding) => ({ ...finding, repaired: true })));
  let cursor = '';
  for (;;) {
    const page = await findCustomersAfter(db, cursor, pageSize);
    for (let start = 0; start < page.length; start += concurrency) {
      const group = page.slice(start, start + concurrency);
      for (const differences of await Promise.all(
        group.map((customer) => checkOrSayWhy(services, customer)),
      )) {
        note(differences);
      }
    }
    checked += page.length;
    await noteProgress(db, run, checked);
    cursor = page.at(-1)?.id ?? '';
    if (page.length < pageSize) break;
  }
  if (found > 0) log.warn({ checked, found }, 'our rows differed from Stripe');
  return finishRun(db, run, { checked, found, differences: all });
}

/** One customer whom nobody can compare must not keep those who come after from it. */
async function checkOrSayWhy(services: Services, customer: OurCustomer): Promise<Difference[]> {
  try {
    return await checkCustomer(services, customer);
  } catch (error) {
    if (isStripeUnavailable(error) || isDatabaseUnavailable(error)) throw error;
    const { id } = customer;
    services.log.error({ err: error, customer: id }, 'a customer could not be compared');
    // A failed query names its parameters from the second line on.
    const [stripe = null] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [{ kind: 'customer', id, field: 'comparison', ours: null, stripe, repaired: false }];
  }
}

async function checkCustomer(services: Services, customer: OurCustomer): Promise<Difference[]> {
  const findings = await findDifferences(services, customer);
  if (findings.length === 0 && !customer.isJustDeleted) return [];
  await syncCustomer(services, customer.id);
  if (findings.length === 0) return [];
  const left = new Set((await findDifferences(services, customer)).map(nameOf));
  return findings.map((finding) => ({ ...finding, repaired: !left.has(nameOf(finding)) }));
}

async function findDifferences(
  services: Services,
  { id, userId }: OurCustomer,
): Promise<Finding[]> {
  const { db, stripe } = services;
  const snapshot = await takeSnapshot(stripe, id);
  const projection = await projectSnapshot(services, snapshot);
  const [subscriptions, payments] = await Promise.all([
    findSubscriptionsOfUser(db, userId),
    findPayments(db, { userId }),
  ]);
  const findings = compare(projection, { subscriptions, payments });
  const { credit, rightful } = await lookAtCredit(stripe, id, snapshot);
  if (credit !== rightful) {
    const [ours, theirs] = [String(rightful), String(credit)];
    findings.push({ kind: 'customer', id, field: 'credit', ours, stripe: theirs });
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
