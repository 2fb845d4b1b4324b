import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What of the audit log is told to the one whom it concerns. */
export const ownActions = [
  'account.created',
  'login.succeeded',
  'session.ended',
  'password.changed',
  'email.asked',
  'email.verified',
  'email.changed',
  'email.restored',
  'factor.added',
  'factor.removed',
  'factors.reset',
  'recovery-code.used',
  'recovery-codes.made',
  'data.copied',
  'data.fetched',
  'user.changed',
  'user.activated',
  'user.deactivated',
  'view.opened',
  'view.ended',
] as const;
export type OwnAction = (typeof ownActions)[number];

export const accountHistory = endpoint({
  method: 'GET',
  path: '/user/history',
  access: 'signed-in',
  summary:
    'What was done in your account, the last 50 things and the last 50 of them that we did, the newest first',
  answer: z.object({
    data: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        action: z.enum(ownActions),
        /** Whether we did it, and not the account's owner. */
        by_us: z.boolean(),
        /** Why, where we did it and had to say so. */
        reason: z.string().nullable(),
      }),
    ),
  }),
});
