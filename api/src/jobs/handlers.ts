import { sendResetLink } from '../features/accounts/reset.ts';
import { tellHolders } from '../features/agreements/changes.ts';
import { reconcile } from '../features/billing/reconciliation/service.ts';
import { processEvent } from '../features/billing/stripe/events/process-events.ts';
import { syncCustomer } from '../features/billing/stripe/sync/sync.ts';
import { makeCopy } from '../features/own-data/copies.ts';
import { keepHourly, keepRetention } from '../features/retention/service.ts';
import type { Services } from '../services.ts';
import type { JobHandlers } from './jobs.ts';

/** What each kind of job does. */
export function jobHandlers(services: Services): JobHandlers {
  const { mails, jobs } = services;
  return {
    'sync-customer': ({ customerId, eventId }) => processEvent(services, customerId, eventId),

    'forget-customer': async ({ customerId }) => {
      await syncCustomer(services, customerId);
    },

    'send-email': ({ cause }) => mails.send(cause),

    reconcile: async () => void (await reconcile(services)),

    'forget-ended': async () => {
      await keepHourly(services);
      await mails.forgetUndelivered();
      await jobs.forgetAddresses();
    },

    'keep-retention': () => keepRetention(services),

    'copy-data': ({ copyId }) => makeCopy(services, copyId),

    'tell-of-change': (next) => tellHolders(services, next),

    'send-reset-link': (request) => sendResetLink(services, request),
  };
}
