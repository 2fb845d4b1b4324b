import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { legalVersions } from '../../db/schema.ts';

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
