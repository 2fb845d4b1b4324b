import { and, isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { users } from '../db/schema.ts';

/** The accounts of the demo that have not been deleted. */
export function findDemoAccounts(db: Db) {
  return db
    .select()
    .from(users)
    .where(and(users.isDemo, isNull(users.deletedAt)))
    .orderBy(users.email);
}
