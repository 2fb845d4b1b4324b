import { z } from 'zod';
import { sessionUser } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { reason } from './reason.ts';
import { idOf } from './text.ts';

/**
 * Opens a session in which an admin sees what a user sees, and can change nothing: every call that does
 * more than read is refused. It ends with the admin's own session, or when another one is opened.
 */
export const openView = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/view',
  access: 'admin',
  proof: 'recent',
  summary: 'See what a user sees, to read only, for 15 minutes',
  params: z.object({ id: idOf('This user does not exist') }),
  body: z.strictObject({ reason }),
  answer: z.object({
    data: z.object({ token: z.string(), user: sessionUser, expires_at: z.iso.datetime() }),
  }),
});

export const endView = endpoint({
  method: 'DELETE',
  path: '/admin/view',
  access: 'admin',
  summary: 'Stop seeing what a user sees',
  answer: z.object({}),
});
