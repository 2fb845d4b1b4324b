import { eq, or } from 'drizzle-orm';
import type { AuditAction } from './audit-periods.ts';
import { by, copied, key, type Owner, type Plan } from './own-copy-parts.ts';
import { auditLog } from './schema.ts';

type Entry = typeof auditLog.$inferSelect;

/** What was acted on where that is nobody: a product, or an address of the API. */
const ofNobody: Set<string> = new Set<AuditAction>([
  'access.refused',
  'product.opened',
  'product-key.made',
  'product-key.ended',
  'endpoint.made',
  'endpoint.removed',
  'endpoint.secret-rotated',
  'endpoint.tested',
  'endpoint.enabled',
]);

/** These name the list first, and then what was searched for in it. */
const ofLists: Set<string> = new Set<AuditAction>(['list.opened', 'list.exported', 'list.fetched']);

/** Of what somebody did as an administrator to others their copy says that they did it, and not to whom. */
const isOwn = ({ action, target }: Entry, { id, email }: Owner): boolean =>
  target === null || target === id || target === email || ofNobody.has(action);

function targetFor(target: string | null, entry: Entry, owner: Owner): string | null {
  if (isOwn(entry, owner)) return target;
  return ofLists.has(entry.action) ? (target?.split(' ')[0] ?? null) : null;
}

/** What of the audit log is in the copy of somebody's data: what was done to them, and what they did. */
export const auditCopy: { auditLog: Plan<typeof auditLog> } = {
  auditLog: {
    name: 'securityRecords',
    rowsOf: ({ id, email }) =>
      or(eq(auditLog.actorId, id), eq(auditLog.target, id), eq(auditLog.target, email)),
    columns: {
      id: key,
      at: copied,
      action: copied,
      actorId: { copied: (actor, _row, { id }) => by(actor, id) },
      target: { copied: targetFor },
      detail: {
        copied: (detail, entry, owner) =>
          isOwn(entry, owner) || ofLists.has(entry.action) ? detail : null,
      },
      // Where an administrator sat says nothing of the one whose copy it is.
      address: {
        copied: (address, { actorId }, { id }) =>
          actorId === null || actorId === id ? address : null,
      },
    },
  },
};
