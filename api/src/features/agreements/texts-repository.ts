import type { LegalKind } from 'contract/agreements';
import { and, asc, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { legalChanges, legalVersions } from '../../db/schema.ts';

/** Stores the versions that are not there yet. */
export async function insertVersions(
  db: Db,
  versions: (typeof legalVersions.$inferInsert)[],
): Promise<void> {
  await db.insert(legalVersions).values(versions).onConflictDoNothing();
}

export async function findVersion(db: Db, version: string) {
  const [found] = await db.select().from(legalVersions).where(eq(legalVersions.version, version));
  return found;
}

/** The version that was the last to be used before a change was announced, if one was kept. */
export function versionBefore(db: Db) {
  return sql<string | null>`(${db
    .select({ version: legalVersions.version })
    .from(legalVersions)
    .where(
      and(
        eq(legalVersions.kind, legalChanges.kind),
        ne(legalVersions.version, legalChanges.version),
        lt(legalVersions.firstUsedAt, legalChanges.announcedAt),
      ),
    )
    .orderBy(desc(legalVersions.firstUsedAt))
    .limit(1)})`;
}

/** The changes of a text whose day has not come, in the order in which they were announced. */
export function findAnnounced(db: Db, kind: LegalKind) {
  const isToCome = gt(legalChanges.inForceOn, sql`(now() at time zone 'Europe/London')::date`);
  return db
    .select({
      version: legalChanges.version,
      inForceOn: legalChanges.inForceOn,
      announcedAt: legalChanges.announcedAt,
      before: versionBefore(db),
    })
    .from(legalChanges)
    .where(and(eq(legalChanges.kind, kind), isToCome))
    .orderBy(asc(legalChanges.announcedAt));
}
