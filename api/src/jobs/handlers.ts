import type { Services } from '../app.ts';
import { sendResetLink } from '../features/accounts/reset.ts';
import { findUnprocessed, markProcessed } from '../features/billing/stripe/events-repository.ts';
import { syncCustomer } from '../features/billing/stripe/sync.ts';
import type { JobHandlers } from './jobs.ts';

/** What each kind of job does. */
export function jobHandlers(services: Services): JobHandlers {
  const { db, mails } = services;
  return {
    'sync-customer': async ({ customerId, eventId }) => {
      await syncCustomer(services, customerId);
      if (eventId) await markProcessed(db, eventId);
    },

    'send-email': ({ cause }) => mails.send(cause),

    'send-reset-link': ({ email }) => sendResetLink(services, email),
  };
}

/**
 * Takes up, at the start of a process, the events that an earlier one stored and did not finish.
 * Doing one twice does no harm.
 */
export async function resumeEvents({ db, jobs }: Services): Promise<void> {
  const leftBehind = await findUnprocessed(db);
  await db.transaction(async (transaction) => {
    for (const { id, customerId } of leftBehind) {
      await jobs.enqueue(transaction, 'sync-customer', { customerId, eventId: id });
    }
  });
}
