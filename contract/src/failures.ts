import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idOf } from './text.ts';

/** Work that was tried as often as it may be, in vain. */
export const failedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  /** What it is about, by ids of ours or of Stripe; null where that would be a person. */
  about: z.string().nullable(),
  /** Whom the mail is for that could not be sent. */
  recipient: z.string().nullable(),
  /** What the last try met with. */
  error: z.string(),
  tries: z.number().int(),
  failed_at: z.iso.datetime(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** Why a webhook was not taken. */
export const refusalCause = z.enum(['unsigned', 'forged', 'old', 'future', 'unreadable']);
export type RefusalCause = z.infer<typeof refusalCause>;

/** Webhooks of the last 7 days that were refused for one cause. */
export const refusedWebhooks = z.object({
  cause: refusalCause,
  count: z.number().int(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
});
export type RefusedWebhooks = z.infer<typeof refusedWebhooks>;

/**
 * Which limit held a try to log in back: of one address over many accounts, of one account from many
 * addresses, or of one account from one address or device. Of several the first of these.
 */
export const heldBackBy = z.enum(['network', 'account', 'pair']);
export type HeldBackBy = z.infer<typeof heldBackBy>;

/** Tries to log in that a limit held back, in the last hour and the last day, to ten minutes. */
export const heldBack = z.object({
  by: heldBackBy,
  hour: z.number().int(),
  day: z.number().int(),
});
export type HeldBack = z.infer<typeof heldBack>;

export const listFailures = endpoint({
  method: 'GET',
  path: '/admin/failures',
  access: 'admin',
  summary:
    'Jobs that gave up, the newest 100 first, webhooks that were refused, and tries to log in that were held back',
  answer: z.object({
    jobs: z.array(failedJob),
    count: z.number().int(),
    webhooks: z.array(refusedWebhooks),
    tries: z.array(heldBack),
  }),
});

/** `dropped`: reminders of what is over, which are not sent any more. */
const retried = z.object({ dropped: z.int() });

export const retryJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/{id}/retry',
  access: 'admin',
  summary: 'Try a job again that gave up',
  params: z.object({ id: idOf('This job does not exist') }),
  answer: retried,
});

export const retryJobs = endpoint({
  method: 'POST',
  path: '/admin/jobs/retry',
  access: 'admin',
  summary: 'Try all jobs again that gave up',
  answer: retried,
});
