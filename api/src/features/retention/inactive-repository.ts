import { and, asc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

/** Rows of users that are walked past in one look. */
const usersAtOnce = 2_000;

interface Look {
  ids: string[];
  /** After whom the next look begins; null once all were looked at. */
  next: string | null;
}

/**
 * Walks the accounts, from after the one given, and answers those nobody has signed in to since a
 * moment and to whom nothing was announced yet.
 */
export async function findUnused(db: Db, since: Date, from: string | null): Promise<Look> {
  const { rows } = await db.execute<{ id: string; unused: boolean }>(sql`
    select id, deleted_at is null and deletion_due_at is null
      and last_login_at < ${since.toISOString()}::timestamptz as unused
    from ${users} where ${from === null ? sql`true` : sql`id > ${from}::uuid`}
    order by id limit ${usersAtOnce}`);
  return {
    ids: rows.filter(({ unused }) => unused).map(({ id }) => id),
    next: rows.length < usersAtOnce ? null : (rows.at(-1)?.id ?? null),
  };
}

/** Walks those whose deletion was announced for a moment or sooner. */
export async function findDue(db: Db, until: Date, from: string | null): Promise<Look> {
  const isNext = from === null ? undefined : gt(users.id, from);
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deletionDueAt, until), isNext))
    .orderBy(asc(users.id))
    .limit(usersAtOnce);
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length < usersAtOnce ? null : (ids.at(-1) ?? null) };
}

/**
 * Holds an account that nobody has signed in to since a moment; undefined for one that somebody has, or
 * that is deleted.
 */
export async function lockUnused(
  transaction: Db,
  id: string,
  since: Date,
): Promise<UserRow | undefined> {
  const [user] = await transaction
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), lt(users.lastLoginAt, since)))
    .for('no key update');
  return user;
}

/** Notes when an account is deleted, or for null that it is not. */
export async function setDeletionDue(db: Db, id: string, at: Date | null): Promise<void> {
  await db
    .update(users)
    .set({ deletionDueAt: at, updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, id));
}
