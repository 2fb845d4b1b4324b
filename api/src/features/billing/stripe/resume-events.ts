import type { Services } from '../../../services.ts';
import { findUnprocessed } from './events-repository.ts';

const atOnce = 1_000;

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
    await jobs.enqueueAll(db, 'sync-customer', work.slice(start, start + atOnce));
  }
}
