import { sendChangeLink, sendUndoLink } from '../features/accounts/email-change-mails.ts';
import { sendResetLink } from '../features/accounts/reset.ts';
import { sendVerificationLink } from '../features/accounts/verification.ts';
import { tellHolders } from '../features/agreements/changes.ts';
import { sweep } from '../features/billing/reconciliation/sweep.ts';
import { remind } from '../features/billing/reminders/service.ts';
import { introduceAgain } from '../features/billing/stripe/customers/customers.ts';
import { processEvent } from '../features/billing/stripe/events/process-events.ts';
import { syncCustomer } from '../features/billing/stripe/sync/sync.ts';
import { makeCopy } from '../features/own-data/copies.ts';
import { keepHourly, keepRetention } from '../features/retention/service.ts';
import type { Services } from '../services.ts';
import type { JobHandlers } from './jobs.ts';
import { noticeOf } from './notices.ts';
import { takeTurns } from './turns.ts';

/** What each kind of job does. */
export function jobHandlers(services: Services): JobHandlers {
  const { mails, jobs } = services;
  const inTurn = takeTurns();
  return {
    // Those of a burst wait for the first one's sync, which answers them as well.
    'sync-customer': ({ customerId, eventId }) =>
      inTurn(customerId, () => processEvent(services, customerId, eventId)),

    'forget-customer': async ({ customerId }) => {
      await syncCustomer(services, customerId);
    },

    'send-email': async ({ cause }) => mails.send(cause, await noticeOf(services, cause)),

    remind: () => remind(services),

    reconcile: async (_, signal) => void (await sweep(services, { signal })),

    'forget-ended': async () => {
      await keepHourly(services);
      await mails.forgetUndelivered();
      await jobs.forgetAddresses();
    },

    'keep-retention': () => keepRetention(services),

    'copy-data': ({ copyId }) => makeCopy(services, copyId),

    'tell-of-change': (next) => tellHolders(services, next),

    'send-reset-link': (request) => sendResetLink(services, request),

    'send-verification': (request) => sendVerificationLink(services, request),

    'send-email-change': (request) => sendChangeLink(services, request),

    'send-email-undo': (request) => sendUndoLink(services, request),

    'tell-stripe-who': ({ userId }) => introduceAgain(services, userId),
  };
}
