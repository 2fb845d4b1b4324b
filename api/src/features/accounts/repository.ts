import { and, eq, isNotNull, isNull, sql, TransactionRollbackError } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { emailKey } from '../../db/email-key.ts';
import { auditLog, authenticatorApps, passkeys, passwordResets, users } from '../../db/schema.ts';
import { isKeptForOther } from './kept-addresses-repository.ts';

export type UserRow = typeof users.$inferSelect;

/**
 * The user with this e-mail, however it is written, who then cannot be changed until the transaction
 * ends. A change that is under way is waited for.
 */
export async function lockUserByEmail(
  transaction: Db,
  email: string,
): Promise<UserRow | undefined> {
  const hasEmail = eq(users.emailKey, emailKey(email));
  const [user] = await transaction.select().from(users).where(hasEmail).for('share');
  return user;
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/**
 * A user as they are now, who cannot be changed until the transaction ends. Whatever changes an e-mail or
 * redeems a mailed link begins with it, so that no two wait for each other.
 */
export async function holdUser(transaction: Db, id: string): Promise<UserRow | undefined> {
  const isUser = and(eq(users.id, id), isNull(users.deletedAt));
  const [user] = await transaction.select().from(users).where(isUser).for('no key update');
  return user;
}

/** Stores a user; null, and nothing stored, when the e-mail is taken or kept for somebody else. */
export async function insertUser(
  db: Db,
  user: Omit<typeof users.$inferInsert, 'emailKey'>,
): Promise<UserRow | null> {
  const row = { ...user, emailKey: emailKey(user.email) };
  try {
    return await db.transaction(async (savepoint) => {
      const [inserted] = await savepoint
        .insert(users)
        .values(row)
        .onConflictDoNothing()
        .returning();
      if (inserted && (await isKeptForOther(savepoint, inserted))) savepoint.rollback();
      return inserted ?? null;
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return null;
    throw error;
  }
}

/** Whether somebody has a second factor. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const mine = and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt));
  if ((await db.$count(authenticatorApps, mine)) > 0) return true;
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

/**
 * Whether somebody, as they were before it, had logged in before the login that they have just made. Their
 * row says so, but for a first day before this was noted there: then the audit log does, as long as it keeps
 * that (`since`), and an account that is older is taken for one that was used.
 */
export async function hasLoggedInBefore(
  db: Db,
  { id: userId, createdAt, lastLoginAt }: Pick<UserRow, 'id' | 'createdAt' | 'lastLoginAt'>,
  since: Date,
): Promise<boolean> {
  if (lastLoginAt > createdAt || createdAt < since) return true;
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, 'login.succeeded')))
    .limit(2);
  return found.length > 1;
}

export async function insertReset(
  db: Db,
  reset: typeof passwordResets.$inferInsert,
): Promise<void> {
  await db.insert(passwordResets).values(reset);
}

const isOpenReset = (keyHash: string) =>
  and(eq(passwordResets.keyHash, keyHash), sql`${passwordResets.expiresAt} > now()`);

/** Whose reset key this is, if it could be used now. */
export async function findResetOwner(db: Db, keyHash: string): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isOpenReset(keyHash));
  return found?.user;
}

/**
 * Uses up a reset key and answers whose it was. Of two transactions with one key the second finds
 * nothing.
 */
export async function takeReset(db: Db, keyHash: string): Promise<string | undefined> {
  const [reset] = await db
    .delete(passwordResets)
    .where(isOpenReset(keyHash))
    .returning({ userId: passwordResets.userId });
  return reset?.userId;
}

/** Voids every reset link of a user. */
export async function deleteResetsOf(db: Db, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** What is stored with another password. */
const anotherPassword = (passwordHash: string) => ({
  passwordHash,
  deviceGeneration: sql`${users.deviceGeneration} + 1`,
});

/** Replaces the hash of an active user, if it is still the one that a password was compared with. */
export async function replacePasswordHash(
  db: Db,
  before: Pick<UserRow, 'id' | 'passwordHash'>,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set(anotherPassword(passwordHash))
    .where(
      and(eq(users.id, before.id), eq(users.passwordHash, before.passwordHash), users.isActive),
    )
    .returning();
  return user;
}

/** Sets the password of somebody who came by a link that was sent to their e-mail. */
export async function updatePasswordHash(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set(anotherPassword(passwordHash))
    .where(eq(users.id, userId))
    .returning();
  return user;
}
