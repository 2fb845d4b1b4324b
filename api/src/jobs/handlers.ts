import type { Services } from '../app.ts';
import { sendResetLink } from '../features/accounts/reset.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { markProcessed } from '../features/billing/stripe/events-repository.ts';
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

    reconcile: async () => void (await reconcile(services)),

    'send-reset-link': (asking) => sendResetLink(services, asking),
  };
}
