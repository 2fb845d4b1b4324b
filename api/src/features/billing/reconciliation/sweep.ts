import type { Services } from '../../../services.ts';
import { callsPerCustomer } from './check-customer.ts';
import { createPace } from './pace.ts';
import { countCustomers, type FinishedRun, type Slice } from './repository.ts';
import { reconcile } from './service.ts';

/** What is compared in an hour at the pace that Stripe takes, with room for walking its lists. */
export const customersPerHour = 18_000;
/** A sweep that has less to do does it at once. */
const callsAtOnce = 1_200;
/** Within so many seconds the others are to be done. */
const spreadOver = 3_000;
const [slowest, fastest] = [2, 20];
const hourMs = 3_600_000;

/**
 * The hourly comparison. Up to eighteen thousand customers are all compared each hour; of more each hour has a
 * slice, and all have had their turn after as many hours as there are slices. Calls to Stripe are spread
 * over the hour. Throws when `signal` is aborted.
 */
export async function sweep(
  services: Services,
  {
    now = new Date(),
    perHour = customersPerHour,
    signal,
  }: { now?: Date; perHour?: number; signal?: AbortSignal | undefined } = {},
): Promise<FinishedRun> {
  const customers = await countCustomers(services.db);
  const slice = sliceOf(now, Math.ceil(customers / perHour));
  const calls = Math.min(customers, perHour) * callsPerCustomer + (3 * customers) / 100;
  const pace = createPace({ callsPerSecond: paceOf(calls) });
  return reconcile(services, { pace, slice, signal });
}

/** Whose turn it is in an hour; undefined where all have theirs. */
export function sliceOf(now: Date, slices: number): Slice | undefined {
  if (slices <= 1) return undefined;
  return { of: slices, number: Math.floor(now.getTime() / hourMs) % slices };
}

/** Calls in a second, so that so many are done within the hour. */
export function paceOf(calls: number): number {
  if (calls <= callsAtOnce) return fastest;
  return Math.min(fastest, Math.max(slowest, calls / spreadOver));
}
