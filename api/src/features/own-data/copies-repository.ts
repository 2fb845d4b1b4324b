import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { dataCopies, users } from '../../db/schema.ts';

export type CopyRow = Omit<typeof dataCopies.$inferSelect, 'content'>;

const withoutContent = {
  id: dataCopies.id,
  userId: dataCopies.userId,
  requestedAt: dataCopies.requestedAt,
  madeAt: dataCopies.madeAt,
  expiresAt: dataCopies.expiresAt,
  fetchedAt: dataCopies.fetchedAt,
};

/** Has those who ask for one person's copy at the same moment wait for each other. */
export async function lockOwner(transaction: Db, userId: string): Promise<boolean> {
  const held = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update');
  return held.length > 0;
}

/** The copy that was asked for last. */
export async function findLastCopy(db: Db, userId: string): Promise<CopyRow | undefined> {
  const [copy] = await db
    .select(withoutContent)
    .from(dataCopies)
    .where(eq(dataCopies.userId, userId))
    .orderBy(desc(dataCopies.requestedAt))
    .limit(1);
  return copy;
}

export async function findCopy(db: Db, id: string): Promise<CopyRow | undefined> {
  const [copy] = await db.select(withoutContent).from(dataCopies).where(eq(dataCopies.id, id));
  return copy;
}

export async function insertCopy(
  db: Db,
  copy: Pick<CopyRow, 'id' | 'userId' | 'requestedAt'>,
): Promise<void> {
  await db.insert(dataCopies).values(copy);
}

/**
 * Stores the file of a copy; one that was stored by an earlier try is replaced. False where nobody waits for it any
 * more: it was fetched, or went with its owner.
 */
export async function storeCopy(
  db: Db,
  id: string,
  made: { madeAt: Date; expiresAt: Date; content: Uint8Array },
): Promise<boolean> {
  const stored = await db
    .update(dataCopies)
    .set(made)
    .where(and(eq(dataCopies.id, id), isNull(dataCopies.fetchedAt)))
    .returning({ id: dataCopies.id });
  return stored.length > 0;
}

/**
 * Takes the file of a copy out of the table, once: of two who ask at the same moment the second is
 * given nothing.
 */
export async function takeContent(db: Db, id: string, now: Date): Promise<Uint8Array | undefined> {
  const { rows } = await db.execute<{ content: Uint8Array }>(sql`
    with taken as (
      select id, content from ${dataCopies}
      where id = ${id}::uuid and content is not null and fetched_at is null
        and expires_at > ${now.toISOString()}::timestamptz
      for update
    )
    update ${dataCopies} copy set fetched_at = ${now.toISOString()}::timestamptz, content = null
    from taken where copy.id = taken.id returning taken.content`);
  return rows[0]?.content;
}
