import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * One field in which our row and Stripe disagreed; the field `row` stands for the whole row, and
 * `comparison` for a customer who could not be compared, for the reason that `stripe` says.
 */
export const difference = z.object({
  kind: z.enum(['customer', 'subscription', 'payment', 'email']),
  /** Stripe's id of what was compared. */
  id: z.string(),
  field: z.string(),
  ours: z.string().nullable(),
  stripe: z.string().nullable(),
  repaired: z.boolean(),
});
export type Difference = z.infer<typeof difference>;

/** A comparison that finished. */
export const reconciliationRun = z.object({
  id: z.uuid(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Customers that were compared. */
  checked: z.number().int(),
  /** All that were found; `differences` holds the first of them. */
  found: z.number().int(),
  differences: z.array(difference),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

export const lastReconciliation = endpoint({
  method: 'GET',
  path: '/admin/reconciliation',
  access: 'admin',
  summary: 'The last comparison of our rows with Stripe that finished, and one that began since',
  answer: z.object({
    run: reconciliationRun.nullable(),
    /** It runs now, or it broke off. */
    unfinished: z.object({ started_at: z.iso.datetime(), checked: z.number().int() }).nullable(),
  }),
});
