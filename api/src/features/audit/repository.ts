import { and, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';

export async function insertEntry(
  db: Db,
  entry: Omit<typeof auditLog.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await db.insert(auditLog).values({ id: uuid(), ...entry });
}

/** Whether this very thing was written down of this target, by whomever. */
export async function existsEntry(
  db: Db,
  { action, target = '', detail }: { action: string; target?: string; detail: string },
): Promise<boolean> {
  const isSame = and(
    eq(auditLog.target, target),
    eq(auditLog.action, action),
    eq(auditLog.detail, detail),
  );
  return (await db.$count(auditLog, isSame)) > 0;
}
