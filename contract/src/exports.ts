import { z } from 'zod';
import { subscriptionFilters } from './admin-subscriptions.ts';
import { endpoint } from './endpoint.ts';
import { paymentFilters } from './payments.ts';
import { userFilters } from './users.ts';

/** A list and its filters, as its own call takes them. */
export const exportBody = z.discriminatedUnion(
  'list',
  [
    z.strictObject({ list: z.literal('users'), query: userFilters.prefault({}) }),
    z.strictObject({ list: z.literal('subscriptions'), query: subscriptionFilters.prefault({}) }),
    z.strictObject({ list: z.literal('payments'), query: paymentFilters.prefault({}) }),
  ],
  { error: 'list must be users, subscriptions or payments' },
);

/**
 * Prepares a download of everything that matches. The browser opens `url` as it would any link: it
 * works for a minute, for the admin who asked.
 */
export const createExport = endpoint({
  method: 'POST',
  path: '/admin/exports',
  access: 'admin',
  proof: 'recent',
  summary: 'Prepare a CSV file of all rows that match',
  body: exportBody,
  answer: z.object({ url: z.string() }),
});
