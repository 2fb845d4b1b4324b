import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { buildAssets } from '../../db/schema.ts';

/** Numbers the advisory lock under which one process at a time says what it is made of. */
const beginning = 7_204_328;

/**
 * Those of the release that begins count as its own from now on, and all others as replaced. Until the end of the
 * transaction no other process says so, or adds any.
 */
export async function markOwn(transaction: Db, own: string[]): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${beginning}::int)`);
  await transaction
    .update(buildAssets)
    .set({ replacedAt: null })
    .where(and(inArray(buildAssets.address, own), isNotNull(buildAssets.replacedAt)));
  await transaction
    .update(buildAssets)
    .set({ replacedAt: sql`now()` })
    .where(and(notInArray(buildAssets.address, own), isNull(buildAssets.replacedAt)));
}

export async function insertAssets(
  db: Db,
  assets: (typeof buildAssets.$inferInsert)[],
): Promise<void> {
  await db.insert(buildAssets).values(assets);
}

/** The addresses of all that are kept: a few hundred. */
export async function findAddresses(db: Db): Promise<string[]> {
  const rows = await db.select({ address: buildAssets.address }).from(buildAssets);
  return rows.map(({ address }) => address);
}

export async function findAsset(db: Db, address: string) {
  const { bytes, brotli } = buildAssets;
  const [found] = await db
    .select({ bytes, brotli })
    .from(buildAssets)
    .where(eq(buildAssets.address, address));
  return found;
}
