import { z } from 'zod';
import { adminSubscriptionView } from './admin-subscriptions.ts';
import { endpoint } from './endpoint.ts';
import { adminPaymentView } from './payments.ts';
import { idOf } from './text.ts';
import { timelineEntry } from './users.ts';

/** What one user holds, has paid and has lived through: why there is access, or why not. */
export const userHistory = endpoint({
  method: 'GET',
  path: '/admin/users/{id}/history',
  access: 'admin',
  summary: "A user's subscriptions, last 500 payments, and why there is access or not",
  params: z.object({ id: idOf('This user does not exist') }),
  answer: z.object({
    data: z.object({
      has_access: z.boolean(),
      /** In a sentence. */
      because: z.string(),
      /** Pounds to the user's credit; null while that is not known. */
      credit: z.number().nullable(),
      /** One more free trial that an admin has allowed and that was not had yet. */
      trial_allowed: z.boolean(),
      two_step_login: z.boolean(),
      subscriptions: z.array(adminSubscriptionView),
      payments: z.array(adminPaymentView),
      /** The newest first. */
      timeline: z.array(timelineEntry),
    }),
  }),
});
