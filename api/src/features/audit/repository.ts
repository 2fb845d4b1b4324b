import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Statement } from '../../db/at-once.ts';
import type { Db } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';

type NewEntry = Omit<typeof auditLog.$inferInsert, 'id' | 'at'>;

/** The statement that adds an entry. */
export const insertingEntry = (db: Db, entry: NewEntry): Statement =>
  db.execute(db.insert(auditLog).values({ id: uuid(), ...entry }));

export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  await insertingEntry(db, entry).execute();
}

/** Of all advisory locks, those of entries that are written once. */
const noting = 26;

/** Has whoever writes the same down wait until this transaction is over. */
export async function lockEntry(
  transaction: Db,
  { action, target = '', detail }: { action: string; target?: string; detail: string },
): Promise<void> {
  const key = `${action} ${target} ${detail}`;
  await transaction.execute(sql`select pg_advisory_xact_lock(${noting}::int, hashtext(${key}))`);
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
