import type { Difference } from 'contract/reconciliation';
import { isDatabaseUnavailable } from '../../../db/unavailable.ts';
import type { Services } from '../../../services.ts';
import { isStripeUnavailable } from '../stripe/client.ts';
import { resumeEvents } from '../stripe/events/process-events.ts';
import { callsPerCustomer, checkCustomer, type OurCustomer } from './check-customer.ts';
import { tieLostCustomers } from './customers.ts';
import { createFindings } from './findings.ts';
import { findMissedCustomers } from './missed-events.ts';
import { createPace, type Pace } from './pace.ts';
import {
  type FinishedRun,
  findCustomersAfter,
  findOurs,
  finishRun,
  insertRun,
  noteProgress,
  type Slice,
} from './repository.ts';
import { walkRunning } from './walk-running.ts';

export { findLastRuns as lastRuns } from './repository.ts';

const pageSize = 100;
/** How many customers are compared at once. */
const concurrency = 4;
/** Events that wait longer than this are given to a job again, in milliseconds. */
const grace = 5 * 60_000;

/**
 * Compares every customer's rows with Stripe and repairs what differs by the same sync that follows
 * a webhook, so it may run beside webhooks and beside itself. The report is stored; a customer who
 * could not be compared is in it, with the reason. Throws when Stripe cannot be reached, or refuses
 * everything for minutes; what was repaired until then stays. Of one slice only those are compared that
 * are in it, whom an event is about that never came, and whose access is not what Stripe's list says.
 */
export async function reconcile(
  services: Services,
  {
    pace = createPace(),
    slice,
    signal,
  }: { pace?: Pace; slice?: Slice | undefined; signal?: AbortSignal | undefined } = {},
): Promise<FinishedRun> {
  const { db, log } = services;
  const run = await insertRun(db);
  await resumeEvents(services, new Date(Date.now() - grace));
  const findings = createFindings();
  const { note } = findings;
  let checked = 0;
  note((await tieLostCustomers(services, pace)).map((finding) => ({ ...finding, repaired: true })));
  const { unknown, suspects } = await walkRunning(services, pace);
  note(unknown.map((finding) => ({ ...finding, repaired: false })));
  const check = async (customers: OurCustomer[]) => {
    for (let start = 0; start < customers.length; start += concurrency) {
      // Somebody else has been given this job.
      signal?.throwIfAborted();
      const group = customers.slice(start, start + concurrency);
      for (const differences of await Promise.all(
        group.map((customer) => checkOrSayWhy(services, pace, customer)),
      )) {
        note(differences);
      }
    }
    checked += customers.length;
    await noteProgress(db, run, checked);
  };
  const first = slice
    ? await findOurs(db, [...suspects, ...(await findMissedCustomers(services, pace))])
    : [];
  await check(first);
  const done = new Set(first.map(({ id }) => id));
  let cursor = '';
  for (;;) {
    const page = await findCustomersAfter(db, cursor, pageSize, slice);
    await check(page.filter(({ id }) => !done.has(id)));
    cursor = page.at(-1)?.id ?? '';
    if (page.length < pageSize) break;
  }
  const { found, differences } = findings.all();
  if (found > 0) log.warn({ checked, found }, 'our rows differed from Stripe');
  return finishRun(db, run, { checked, found, differences });
}

/** One customer whom nobody can compare must not keep those who come after from it. */
async function checkOrSayWhy(
  services: Services,
  pace: Pace,
  customer: OurCustomer,
): Promise<Difference[]> {
  try {
    return await pace.run(callsPerCustomer, () => checkCustomer(services, customer));
  } catch (error) {
    if (isStripeUnavailable(error) || isDatabaseUnavailable(error)) throw error;
    const { id } = customer;
    services.log.error({ err: error, customer: id }, 'a customer could not be compared');
    // A failed query names its parameters from the second line on.
    const [stripe = null] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [{ kind: 'customer', id, field: 'comparison', ours: null, stripe, repaired: false }];
  }
}
