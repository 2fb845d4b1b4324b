import { and, eq, gte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { passkeys } from '../../db/schema.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Stores a passkey. False for one that somebody has already. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<typeof passkeys.$inferInsert, 'createdAt' | 'lastUsedAt'>,
): Promise<boolean> {
  const stored = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return stored.length > 0;
}

/** Somebody's passkeys, the oldest first. */
export function findPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt);
}

/** Whether somebody has this passkey. */
export async function existsPasskey(db: Db, userId: string, id: string): Promise<boolean> {
  return (await findPasskeys(db, userId)).some((passkey) => passkey.id === id);
}

/** The passkey that a browser names. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return passkey;
}

/**
 * Notes a use of a passkey with the authenticator's counter. False for a counter that has not grown: of
 * two uses at the same moment one, or a copy, is behind. Many authenticators count nothing and say 0.
 */
export async function notePasskeyUse(db: Db, id: string, counter: number): Promise<boolean> {
  const grown = or(
    sql`${passkeys.counter} < ${counter}`,
    and(eq(passkeys.counter, 0), sql`${counter} = 0`),
  );
  const noted = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), grown))
    .returning({ id: passkeys.id });
  return noted.length > 0;
}

/** Removes a passkey. False when there is none. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return gone.length > 0;
}

/** Removes the passkeys of somebody since a moment; answers how many. */
export async function deletePasskeysSince(db: Db, userId: string, since: Date): Promise<number> {
  const gone = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
    .returning({ id: passkeys.id });
  return gone.length;
}

export async function deletePasskeysOf(db: Db, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** The time it is by the database's clock, by which logins are dated. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from now())::float8 * 1000 as now`,
  );
  return rows[0]?.now ?? 0;
}
