import { and, eq, getTableColumns, isNull, sql, TransactionRollbackError } from 'drizzle-orm';
import type { Statement } from '../../db/at-once.ts';
import type { Db } from '../../db/client.ts';
import { type SeenUser, stopUnless, userVersion } from '../../db/decided.ts';
import { emailKey } from '../../db/email-key.ts';
import { users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

const isActiveAdmin = and(eq(users.role, 'admin'), eq(users.isActive, true));

/**
 * Holds a user who is no admin that may sign in, so that they are not made one meanwhile. False, and
 * nothing is held, for one who is, and for nobody. Called before any admin is held.
 */
export async function lockUnlessAdmin(transaction: Db, id: string): Promise<boolean> {
  try {
    return await transaction.transaction(async (savepoint) => {
      const held = await savepoint
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), sql`not (${isActiveAdmin})`))
        .for('no key update');
      // PostgreSQL has locked whom it waited for and who is an admin by then, too: that goes with the savepoint.
      return held.length > 0 || savepoint.rollback();
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false;
    throw error;
  }
}

/** Keeps an admin one who may sign in; false for who is none. */
export async function lockAdmin(transaction: Db, id: string): Promise<boolean> {
  const held = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isActiveAdmin))
    .for('share');
  return held.length > 0;
}

/**
 * Locks the admins who may sign in, so that two changes at once cannot both take away the last.
 */
export async function lockActiveAdmins(transaction: Db): Promise<string[]> {
  const admins = await transaction
    .select({ id: users.id })
    .from(users)
    .where(isActiveAdmin)
    .orderBy(users.id)
    .for('no key update');
  return admins.map((admin) => admin.id);
}

/** The admins who may sign in. */
export function findActiveAdmins(db: Db): Promise<UserRow[]> {
  return db.select().from(users).where(isActiveAdmin).orderBy(users.id);
}

/** The statement that keeps an admin one who may sign in, and ends a transaction where they are none. */
export const holdAdmin = (transaction: Db, id: string): Statement =>
  stopUnless(
    transaction,
    sql`exists (select from ${users} where ${users.id} = ${id} and ${isActiveAdmin} for share)`,
  );

/** A user who has not been deleted. */
export async function findUser(db: Db, id: string): Promise<SeenUser | undefined> {
  const [user] = await db
    .select({ ...getTableColumns(users), version: userVersion })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return user;
}

export type UserChanges = Partial<
  Pick<UserRow, 'firstName' | 'lastName' | 'email' | 'role' | 'isActive'>
>;

/** Writes the changes; undefined when there is no such user. Throws on an e-mail that is taken. */
export async function updateUser(
  transaction: Db,
  id: string,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  const isUser = and(eq(users.id, id), isNull(users.deletedAt));
  const write = (values: Partial<UserRow>) =>
    transaction.update(users).set(values).where(isUser).returning();
  const [user] = await write(changes);
  if (!user || changes.email === undefined) return user;
  // By itself: a trigger takes an e-mail whose key stays for one that a release before has written.
  const [keyed] = await write({ emailKey: emailKey(user.email) });
  return keyed;
}
