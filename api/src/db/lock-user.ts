import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from './client.ts';
import { users } from './schema.ts';

/**
 * Keeps a user from being deleted for the rest of the transaction. False for one who has been
 * deleted.
 */
export async function lockUser(transaction: Db, userId: string): Promise<boolean> {
  const held = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('share');
  return held.length > 0;
}
