import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageCursors, pageQuery } from './page.ts';
import { idOf, text } from './text.ts';

/** Who did what to what, when and from where. */
export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null for a visitor, and without a name for a user who was deleted. */
  actor: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  target: z.string().nullable(),
  /** The user whose id the target is. */
  target_user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  address: z.string(),
  /** What exactly was done, where the action does not say it all. */
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  summary: 'The audit log, newest first',
  query: z.object({
    action: text(64).optional(),
    actor: idOf('This user does not exist').optional(),
    /** An id or e-mail, whole. */
    target: text(254).normalize().optional(),
    ...pageQuery,
  }),
  answer: z.object({ entries: z.array(auditEntry), ...pageCursors }),
});
