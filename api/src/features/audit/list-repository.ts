import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { type Order, type Page, type PageRequest, planPage, toPage } from '../../db/keyset.ts';
import { auditLog, users } from '../../db/schema.ts';

export type AuditRow = typeof auditLog.$inferSelect;

interface Someone {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface EntryWithPeople {
  entry: AuditRow;
  actor: Someone | null;
  /** Whom it was done to, where the target is a user's id. */
  targetUser: Someone | null;
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

const targets = alias(users, 'targets');

/** A target as an id; a target of another form is none, so that the index of users serves. */
const targetId = sql`case when ${auditLog.target} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then ${auditLog.target}::uuid end`;

const actorColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};
const targetColumns = {
  id: targets.id,
  firstName: targets.firstName,
  lastName: targets.lastName,
  email: targets.email,
};

/** One page of the audit log, newest first. Throws ForeignCursor. */
export async function findEntries(
  db: Db,
  { action, actor, target }: AuditFilter,
  request: PageRequest,
): Promise<Page<EntryWithPeople>> {
  const { after, orderBy, limit, offset } = planPage(newest, request);
  const found = await db
    .select({ entry: auditLog, actor: actorColumns, targetUser: targetColumns })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(targets, eq(targets.id, targetId))
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

/** What somebody did to nobody else, and what was done to them: newest first. */
export function findEntriesAbout(
  db: Db,
  {
    userId,
    actions,
    limit,
    by = 'anybody',
  }: { userId: string; actions: string[]; limit: number; by?: 'anybody' | 'others' },
): Promise<AuditRow[]> {
  const byThem = and(
    eq(auditLog.actorId, userId),
    or(isNull(auditLog.target), eq(auditLog.target, userId)),
  );
  const toThem = eq(auditLog.target, userId);
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.action, actions),
        by === 'others'
          ? and(toThem, sql`${auditLog.actorId} is distinct from ${userId}`)
          : or(byThem, toThem),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
}
