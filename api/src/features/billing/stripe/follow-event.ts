import type { Services } from '../../../services.ts';
import { findWaiting, markProcessed } from './events-repository.ts';
import { syncCustomer } from './sync.ts';

/**
 * Brings our rows up to an event. One look at Stripe answers all events of the customer that were
 * stored before it began, so the jobs of those find nothing left to do: a burst of events costs few
 * looks. What is still coming in goes first: Stripe sends again what it gets no answer to. Throws
 * when Stripe cannot be reached; then they all still wait.
 */
export async function followEvent(
  services: Services,
  customerId: string,
  eventId?: string,
): Promise<void> {
  const { db, intake } = services;
  await intake.untilCalm();
  const waiting = await findWaiting(db, customerId);
  if (eventId && !waiting.includes(eventId)) return;
  await syncCustomer(services, customerId);
  await markProcessed(db, waiting);
}
