import { type SQL, sql } from 'drizzle-orm';
import type { Statement } from './at-once.ts';
import type { Db } from './client.ts';
import { someCode } from './migrate.ts';
import { users } from './schema.ts';
import { againWhere } from './unavailable.ts';

/** So often something is decided anew, which somebody else changed each time before it was written. */
const tries = 5;

type UserRow = typeof users.$inferSelect;

/** A user as they were read, and what the row was then. */
export type SeenUser = UserRow & { version: string };

/** What tells whether anything of a user has changed since: each change writes another one. */
export const userVersion = sql<string>`${users}.xmin::text`;

/** Ends a transaction that is sent in one go, for `decidedAnew`, unless something holds. */
export const stopUnless = (transaction: Db, holds: SQL): Statement =>
  transaction.execute(sql`select stop_unless(${holds})`);

/** Holds a user from there on, unless anything of them has changed since they were read: that ends it. */
export const holdAsSeen = (
  transaction: Db,
  { id, version }: Pick<SeenUser, 'id' | 'version'>,
): Statement =>
  stopUnless(
    transaction,
    sql`exists (select from ${users} where ${users.id} = ${id} and ${userVersion} = ${version}
      for no key update)`,
  );

/**
 * Decides by what is there and writes it by a transaction of its own: anew, from the beginning, where that was ended
 * because something else is there by now. Throws what ended it where it was each time.
 */
export function decidedAnew<T>(act: () => Promise<T>): Promise<T> {
  return againWhere((error) => someCode(error) === 'ST001', tries - 1, act);
}
