import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { emailKey } from '../../db/email-key.ts';
import { emailChanges, users } from '../../db/schema.ts';
import { deleteLinksOf } from './email-links-repository.ts';
import type { UserRow } from './repository.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

export async function insertChange(
  db: Db,
  change: Omit<typeof emailChanges.$inferInsert, 'createdAt'>,
): Promise<void> {
  // Not when the transaction began: others may have held the user since.
  await db.insert(emailChanges).values({ ...change, createdAt: sql`clock_timestamp()` });
}

/** A change that can still be made or undone. */
export async function findChange(db: Db, id: string): Promise<EmailChange | undefined> {
  const [change] = await db.select().from(emailChanges).where(eq(emailChanges.id, id));
  return change;
}

const isPending = (userId: string) =>
  and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt));

/** The change of a user that waits for its link. */
export async function findPending(db: Db, userId: string): Promise<EmailChange | undefined> {
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(isPending(userId))
    .orderBy(desc(emailChanges.createdAt))
    .limit(1);
  return change;
}

/** Takes back the change of a user that waits, with its links; answers how many there were. */
export async function deletePending(db: Db, userId: string): Promise<number> {
  const gone = await db.delete(emailChanges).where(isPending(userId)).returning();
  return gone.length;
}

/** Takes back all changes of a user from one on, with their links; without one all of them. */
export async function deleteChanges(
  db: Db,
  userId: string,
  { from }: { from?: EmailChange } = {},
): Promise<void> {
  const isLater = from && gte(emailChanges.createdAt, from.createdAt);
  await db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isLater));
}

/** Notes that the new e-mail has taken the place of the one before, and whether that was known to be theirs. */
export async function markConfirmed(
  db: Db,
  { id, wasVerified }: Pick<EmailChange, 'id' | 'wasVerified'>,
): Promise<void> {
  const made = { confirmedAt: sql`now()`, wasVerified };
  await db.update(emailChanges).set(made).where(eq(emailChanges.id, id));
}

/** Keeps a change for as long as a link of it works. */
export async function keepUntil(db: Db, id: string, moment: Date): Promise<void> {
  await db
    .update(emailChanges)
    .set({
      expiresAt: sql`greatest(${emailChanges.expiresAt}, ${moment.toISOString()}::timestamptz)`,
    })
    .where(eq(emailChanges.id, id));
}

/**
 * Gives a user an e-mail that they have shown to be theirs; undefined for one who may not sign in.
 * Throws on an e-mail that is taken.
 */
export async function giveEmail(
  db: Db,
  userId: string,
  email: string,
): Promise<UserRow | undefined> {
  const isUser = and(eq(users.id, userId), users.isActive, isNull(users.deletedAt));
  await db.update(users).set({ email, emailVerifiedAt: sql`now()` }).where(isUser);
  await deleteLinksOf(db, userId, 'verify');
  // By itself: a trigger takes an e-mail whose key stays for one that a release before has written.
  const [user] = await db
    .update(users)
    .set({ emailKey: emailKey(email) })
    .where(isUser)
    .returning();
  return user;
}
