import type { Services } from '../../../app.ts';
import { findUnprocessed } from './events-repository.ts';

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
  await db.transaction(async (transaction) => {
    for (const { id, customerId } of leftBehind) {
      await jobs.enqueue(transaction, 'sync-customer', { customerId, eventId: id });
    }
  });
}
