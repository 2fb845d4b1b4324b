import type { Services } from '../../../../services.ts';
import { tieLeftCustomer } from '../customers/customers.ts';
import { syncCustomer } from '../sync/sync.ts';
import { findUnprocessed, findWaiting, markProcessed } from './events-repository.ts';

const atOnce = 1_000;

/**
 * Brings our rows up to an event. One sync answers all events of the customer that were stored before
 * it began, so the jobs of those find nothing left to do: a burst of events costs few syncs. What is still
 * coming in goes first: Stripe sends again what it gets no answer to. A customer of nobody is tied to the user
 * they were made for, if a request broke off before it did that. Throws when Stripe cannot be reached; then
 * they all still wait.
 */
export async function processEvent(
  services: Services,
  customerId: string,
  eventId?: string,
): Promise<void> {
  const { db, intake } = services;
  await intake.untilCalm();
  const waiting = await findWaiting(db, customerId);
  if (eventId && !waiting.includes(eventId)) return;
  const synced = await syncCustomer(services, customerId);
  if (!synced && (await tieLeftCustomer(services, customerId))) {
    await syncCustomer(services, customerId);
  }
  await markProcessed(db, waiting);
}

/**
 * Gives the events that were stored and not finished to jobs again: at the start of a process those
 * that an earlier one left, in the sweep those received before a moment. Doing one twice does no
 * harm.
 */
export async function resumeEvents(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  receivedBefore?: Date,
): Promise<void> {
  const leftBehind = await findUnprocessed(db, receivedBefore);
  const work = leftBehind.map(({ id, customerId }) => ({ customerId, eventId: id }));
  for (let start = 0; start < work.length; start += atOnce) {
    await jobs.enqueueMissing(db, 'sync-customer', work.slice(start, start + atOnce), 'eventId');
  }
}
