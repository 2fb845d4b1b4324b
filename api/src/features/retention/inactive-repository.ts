import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Statement } from '../../db/at-once.ts';
import type { Db } from '../../db/client.ts';
import { type SeenUser, userVersion } from '../../db/decided.ts';
import { users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

/** Rows of users that are walked past in one look. */
const usersAtOnce = 2_000;

interface Look {
  ids: string[];
  /** Where the next look begins; null once all were looked at. */
  next: string | null;
}

/**
 * Walks the accounts that nobody has signed in to since a moment and to whom nothing was announced yet,
 * whoever was away for longest first.
 */
export async function findUnused(
  db: Db,
  since: Date,
  from: string | null,
  most = usersAtOnce,
): Promise<Look> {
  const [at = '', id = ''] = from?.split('|') ?? [];
  const isNext =
    from === null ? sql`true` : sql`(last_login_at, id) > (${at}::timestamptz, ${id}::uuid)`;
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select id, last_login_at::text as at from ${users}
    where deleted_at is null and deletion_due_at is null
      and last_login_at < ${since.toISOString()}::timestamptz and ${isNext}
    order by last_login_at, id limit ${most}`);
  const last = rows.length < most ? undefined : rows.at(-1);
  return { ids: rows.map((row) => row.id), next: last ? `${last.at}|${last.id}` : null };
}

/**
 * Walks those whose deletion was announced for a moment or sooner: nobody has signed in to them since another,
 * and the index is of that.
 */
export async function findDue(
  db: Db,
  { until, since }: { until: Date; since: Date },
  from: string | null,
): Promise<Look> {
  const isNext = from === null ? undefined : gt(users.id, from);
  const isUnused = and(isNull(users.deletedAt), lt(users.lastLoginAt, since));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isUnused, lte(users.deletionDueAt, until), isNext))
    .orderBy(asc(users.id))
    .limit(usersAtOnce);
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length < usersAtOnce ? null : (ids.at(-1) ?? null) };
}

/** An account that nobody has signed in to since a moment; undefined for one that somebody has, or that is deleted. */
export async function readUnused(db: Db, id: string, since: Date): Promise<SeenUser | undefined> {
  const [user] = await db
    .select({ ...getTableColumns(users), version: userVersion })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), lt(users.lastLoginAt, since)));
  return user;
}

/** Holds an account whose deletion was announced; undefined for any other. */
export async function lockAnnounced(transaction: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await transaction
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), isNotNull(users.deletionDueAt)))
    .for('no key update');
  return user;
}

type EndOfAccount = Partial<Pick<UserRow, 'deletionDueAt' | 'deletionAnnouncedAt'>>;

/** The statement that notes when an account is deleted, or for null that it is not, and when it was announced. */
export const settingEnd = (db: Db, id: string, end: EndOfAccount): Statement =>
  db.execute(
    db
      .update(users)
      .set({ ...end, updatedAt: sql`${users.updatedAt}` })
      .where(eq(users.id, id)),
  );

/** Notes when an account is deleted. */
export async function setDeletionDue(db: Db, id: string, deletionDueAt: Date): Promise<void> {
  await settingEnd(db, id, { deletionDueAt }).execute();
}
