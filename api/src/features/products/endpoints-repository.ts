import type { LoginProduct } from 'contract/product-logins';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { productDeliveries, productEndpoints } from '../../db/schema.ts';

export type EndpointRow = typeof productEndpoints.$inferSelect;

const isWaiting = and(
  eq(productDeliveries.endpointId, productEndpoints.id),
  sql`${productDeliveries.status} = 'waiting'`,
);

/** The endpoints of a product, the newest first, each with how much waits for it. */
export function findEndpoints(
  db: Db,
  product: LoginProduct,
): Promise<{ endpoint: EndpointRow; waiting: number }[]> {
  const waiting = db.$count(productDeliveries, isWaiting);
  return db
    .select({ endpoint: productEndpoints, waiting })
    .from(productEndpoints)
    .where(eq(productEndpoints.product, product))
    .orderBy(desc(productEndpoints.createdAt), desc(productEndpoints.id));
}

/** Numbers the advisory lock under which endpoints are added. */
const adding = 7_204_327;

/** Lets others add endpoints to a product once this transaction is over. */
export async function lockAdding(transaction: Db, product: LoginProduct): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(${adding}::int, hashtext(${product}))`,
  );
}

/** One endpoint of a product, locked. */
export async function lockEndpoint(
  transaction: Db,
  product: LoginProduct,
  id: string,
): Promise<EndpointRow | undefined> {
  const [found] = await transaction
    .select()
    .from(productEndpoints)
    .where(and(eq(productEndpoints.id, id), eq(productEndpoints.product, product)))
    .for('no key update');
  return found;
}

export async function insertEndpoint(
  transaction: Db,
  endpoint: Pick<EndpointRow, 'id' | 'product' | 'url' | 'secret'>,
): Promise<void> {
  await transaction.insert(productEndpoints).values(endpoint);
}

export async function updateEndpoint(
  transaction: Db,
  id: string,
  changes: Partial<EndpointRow>,
): Promise<void> {
  await transaction.update(productEndpoints).set(changes).where(eq(productEndpoints.id, id));
}

/** Removes an endpoint with all that it was told. */
export async function deleteEndpoint(transaction: Db, id: string): Promise<void> {
  await transaction.delete(productEndpoints).where(eq(productEndpoints.id, id));
}

const due = prepared((db) =>
  db
    .select()
    .from(productEndpoints)
    .where(
      and(
        isNull(productEndpoints.disabledAt),
        sql`exists (select from ${productDeliveries}
          where ${isWaiting} and ${productDeliveries.dueAt} <= now())`,
      ),
    )
    .prepare('product_endpoints_due'),
);

/** The endpoints for which something is due. */
export function findDueEndpoints(db: Db): Promise<EndpointRow[]> {
  return due(db).execute();
}

/** Notes that something has arrived again. */
export async function noteRecovery(db: Db, id: string): Promise<void> {
  await updateEndpoint(db, id, { failingSince: null, failures: 0 });
}

/**
 * Notes that something has not arrived. Answers since when nothing does, and what time it is, both by the
 * database's clock; undefined where the endpoint is gone.
 */
export async function noteFailure(
  db: Db,
  id: string,
): Promise<{ failingSince: Date; now: Date } | undefined> {
  const since = sql<Date>`coalesce(${productEndpoints.failingSince}, now())`;
  const time = productEndpoints.failingSince;
  const [noted] = await db
    .update(productEndpoints)
    .set({ failingSince: since, failures: sql`${productEndpoints.failures} + 1` })
    .where(eq(productEndpoints.id, id))
    .returning({ failingSince: since.mapWith(time), now: sql<Date>`now()`.mapWith(time) });
  return noted;
}

/** Switches an endpoint off; undefined where it is. */
export async function switchOff(transaction: Db, id: string): Promise<EndpointRow | undefined> {
  const [off] = await transaction
    .update(productEndpoints)
    .set({ disabledAt: sql`now()` })
    .where(and(eq(productEndpoints.id, id), isNull(productEndpoints.disabledAt)))
    .returning();
  return off;
}
