import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type Order, type Page, type PageRequest, planPage, toPage } from '../../db/keyset.ts';
import { auditLog, users } from '../../db/schema.ts';

type AuditRow = typeof auditLog.$inferSelect;

export interface EntryWithActor {
  entry: AuditRow;
  actor: { id: string; firstName: string; lastName: string; email: string } | null;
}

export interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  target?: string | undefined;
}

const newest: Order = {
  name: 'audit',
  column: sql`${auditLog.at}`,
  id: sql`${auditLog.id}`,
  type: 'timestamptz',
  descending: true,
};

/** One page of the audit log, newest first. Throws ForeignCursor. */
export async function findEntries(
  db: Db,
  { action, actor, target }: AuditFilter,
  request: PageRequest,
): Promise<Page<EntryWithActor>> {
  const { after, orderBy, limit, offset } = planPage(newest, request);
  const { id, firstName, lastName, email } = users;
  const found = await db
    .select({ entry: auditLog, actor: { id, firstName, lastName, email } })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        action === undefined ? undefined : eq(auditLog.action, action),
        actor === undefined ? undefined : eq(auditLog.actorId, actor),
        target === undefined ? undefined : eq(auditLog.target, target),
        after,
      ),
    )
    .orderBy(orderBy)
    .limit(limit)
    .offset(offset);
  return toPage(newest, request, found, ({ entry }) => ({
    value: entry.at.toISOString(),
    id: entry.id,
  }));
}
