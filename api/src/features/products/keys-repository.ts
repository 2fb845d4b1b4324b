import type { LoginProduct } from 'contract/product-logins';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { productKeys } from '../../db/schema.ts';

export type KeyRow = typeof productKeys.$inferSelect;

/** The row of the example product of the demo, which is one more beside the two. */
export const exampleId = '0198c000-0000-7000-8000-0000000000e0';

const isLive = sql`(${productKeys.expiresAt} is null or ${productKeys.expiresAt} > now())`;

/** The keys of a product, the newest first. */
export function findKeys(db: Db, product: LoginProduct): Promise<KeyRow[]> {
  return db
    .select()
    .from(productKeys)
    .where(eq(productKeys.product, product))
    .orderBy(desc(productKeys.createdAt), desc(productKeys.id));
}

/** How many keys of a product are live, counted by one at a time. */
export async function countLiveKeys(transaction: Db, product: LoginProduct): Promise<number> {
  await transaction.execute(sql`lock table ${productKeys} in share row exclusive mode`);
  return transaction.$count(
    productKeys,
    and(eq(productKeys.product, product), ne(productKeys.id, exampleId), isLive),
  );
}

export async function insertKey(
  transaction: Db,
  key: Omit<typeof productKeys.$inferInsert, 'createdAt' | 'lastUsedAt'>,
): Promise<void> {
  await transaction.insert(productKeys).values(key);
}

/** Ends a key; undefined where there is none. */
export async function deleteKey(
  transaction: Db,
  product: LoginProduct,
  id: string,
): Promise<KeyRow | undefined> {
  const [gone] = await transaction
    .delete(productKeys)
    .where(and(eq(productKeys.id, id), eq(productKeys.product, product)))
    .returning();
  return gone;
}
