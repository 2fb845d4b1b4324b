import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { legalChanges, users } from '../../db/schema.ts';
import type { ChangeRow } from './repository.ts';

/** Stores a change, dated by the database; undefined when its version was announced before. */
export async function insertChange(
  db: Db,
  change: typeof legalChanges.$inferInsert,
): Promise<ChangeRow | undefined> {
  const [inserted] = await db.insert(legalChanges).values(change).onConflictDoNothing().returning();
  return inserted;
}

/** The day in London that is so many days from today. */
export async function dayAhead(db: Db, days: number): Promise<string> {
  const { rows } = (await db.execute(
    sql`select ((now() at time zone 'Europe/London')::date + ${days}::int)::text as day`,
  )) as unknown as { rows: { day: string }[] };
  return rows[0]?.day ?? '';
}

/** The next account holders who are to be told of a change, by id: those before it. */
export function findHolders(
  db: Db,
  { announcedAt }: Pick<ChangeRow, 'announcedAt'>,
  { after, limit }: { after: string; limit: number },
) {
  return db
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(gt(users.id, after), isNull(users.deletedAt), lt(users.createdAt, announcedAt)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** Somebody who may still be told of a change. */
export async function findHolder(db: Db, id: string): Promise<{ firstName: string } | undefined> {
  const [holder] = await db
    .select({ firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return holder;
}
