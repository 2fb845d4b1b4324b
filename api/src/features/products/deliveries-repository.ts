import type { DeliveryStatus } from 'contract/product-access';
import type { LoginProduct } from 'contract/product-logins';
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type Order, type Page, type PageRequest, planPage, toPage } from '../../db/keyset.ts';
import { productDeliveries, productEndpoints, users } from '../../db/schema.ts';
import type { Person } from './access-repository.ts';

export type DeliveryRow = typeof productDeliveries.$inferSelect;

const newest: Order = {
  name: 'deliveries',
  column: sql`${productDeliveries.createdAt}`,
  id: sql`${productDeliveries.id}`,
  type: 'timestamptz',
  descending: true,
};

export interface DeliveryFilter {
  product: LoginProduct;
  endpoint?: string | undefined;
  status?: DeliveryStatus | undefined;
}

/** One page of what a product was told, the newest first. Throws ForeignCursor. */
export async function findDeliveries(
  db: Db,
  { product, endpoint, status }: DeliveryFilter,
  request: PageRequest,
): Promise<Page<{ delivery: DeliveryRow; url: string }>> {
  const { after, orderBy, limit, offset } = planPage(newest, request);
  const found = await db
    .select({ delivery: productDeliveries, url: productEndpoints.url })
    .from(productDeliveries)
    .innerJoin(productEndpoints, eq(productEndpoints.id, productDeliveries.endpointId))
    .where(
      and(
        eq(productDeliveries.product, product),
        endpoint === undefined ? undefined : eq(productDeliveries.endpointId, endpoint),
        status === undefined ? undefined : eq(productDeliveries.status, status),
        after,
      ),
    )
    .orderBy(orderBy)
    .limit(limit)
    .offset(offset);
  return toPage(newest, request, found, ({ delivery }) => ({
    value: delivery.createdAt.toISOString(),
    id: delivery.id,
  }));
}

/** How long a process that sends is believed to be there without a word from it. */
const lease = sql`now() + interval '3 seconds'`;

/**
 * Takes what is due for an endpoint, unless that is switched off, the oldest first, each with whom it is
 * about. Others leave it.
 */
export async function claimDue(
  db: Db,
  endpointId: string,
  most: number,
): Promise<{ delivery: DeliveryRow; person: Person | null }[]> {
  const next = db
    .select({ id: productDeliveries.id })
    .from(productDeliveries)
    .where(
      and(
        eq(productDeliveries.endpointId, endpointId),
        sql`${productDeliveries.status} = 'waiting' and ${productDeliveries.dueAt} <= now()`,
        sql`exists (select from ${productEndpoints}
          where ${productEndpoints.id} = ${endpointId} and ${productEndpoints.disabledAt} is null)`,
      ),
    )
    .orderBy(productDeliveries.dueAt)
    .limit(most)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(productDeliveries)
    .set({ dueAt: lease, attempts: sql`${productDeliveries.attempts} + 1` })
    .where(inArray(productDeliveries.id, next))
    .returning();
  const ids = [...new Set(claimed.flatMap(({ userId }) => userId ?? []))];
  const found = ids.length > 0 ? await findPeople(db, ids) : [];
  const people = new Map(found.map((person) => [person.id, person]));
  return claimed.map((delivery) => {
    return { delivery, person: people.get(delivery.userId ?? '') ?? null };
  });
}

function findPeople(db: Db, ids: string[]): Promise<Person[]> {
  return db
    .select({
      ...{ id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt },
      ...{ firstName: users.firstName, lastName: users.lastName, deletedAt: users.deletedAt },
    })
    .from(users)
    .where(inArray(users.id, ids));
}

/** Says that these are still being sent. */
export async function keepClaims(db: Db, ids: string[]): Promise<void> {
  const isOurs = and(inArray(productDeliveries.id, ids), eq(productDeliveries.status, 'waiting'));
  await db.update(productDeliveries).set({ dueAt: lease }).where(isOurs);
}

type Outcome = Pick<DeliveryRow, 'lastMilliseconds' | 'answerStatus' | 'answer'>;

/** Writes what came of a try: that it arrived, when it is tried again, or that it is not. */
export async function writeOutcome(
  db: Db,
  id: string,
  { nextAt, status, ...outcome }: Outcome & { status: DeliveryStatus; nextAt: Date | null },
): Promise<void> {
  await db
    .update(productDeliveries)
    .set({ ...outcome, status, lastAt: sql`now()`, dueAt: nextAt ?? sql`now()` })
    .where(and(eq(productDeliveries.id, id), eq(productDeliveries.status, 'waiting')));
}

/** Three days from now. */
const threeDays = sql`now() + interval '3 days'`;

/** Has what waits for an endpoint tried now; what is being tried is left alone. */
export async function hasten(db: Db, endpointId: string, isEnabled = false): Promise<void> {
  const isTheirs = and(
    eq(productDeliveries.endpointId, endpointId),
    sql`${productDeliveries.status} = 'waiting' and ${productDeliveries.dueAt} > ${lease}`,
  );
  await db.update(productDeliveries).set({ dueAt: sql`now()` }).where(isTheirs);
  if (!isEnabled) return;
  const isAll = and(
    eq(productDeliveries.endpointId, endpointId),
    eq(productDeliveries.status, 'waiting'),
  );
  await db.update(productDeliveries).set({ givenUpAt: threeDays }).where(isAll);
}

type Resent = Pick<DeliveryRow, 'product' | 'endpointId'>;

async function sendAgain(db: Db, which: SQL | undefined): Promise<Resent[]> {
  const again = {
    status: 'waiting',
    attempts: 0,
    dueAt: sql`now()`,
    givenUpAt: threeDays,
  } as const;
  const { product, endpointId } = productDeliveries;
  return db.update(productDeliveries).set(again).where(which).returning({ product, endpointId });
}

/** Sends one delivery once more; undefined where there is none. */
export async function resendOne(db: Db, id: string): Promise<Resent | undefined> {
  const [one] = await sendAgain(db, eq(productDeliveries.id, id));
  return one;
}

/** Sends what was given up for an endpoint since a moment once more; a test is none of it. */
export async function resendGivenUp(db: Db, endpointId: string, since: Date): Promise<void> {
  const isGivenUp = and(
    eq(productDeliveries.endpointId, endpointId),
    sql`${productDeliveries.status} = 'failed' and ${productDeliveries.type} <> 'test'`,
    gte(productDeliveries.lastAt, since),
  );
  await sendAgain(db, isGivenUp);
}

/** Sends everything for an endpoint from a moment on once more; answers how much. */
export async function resendFrom(db: Db, endpointId: string, since: Date): Promise<number> {
  const isSince = gte(productDeliveries.createdAt, since);
  return (await sendAgain(db, and(eq(productDeliveries.endpointId, endpointId), isSince))).length;
}

/** A test event, which is tried once. */
export async function insertTest(
  db: Db,
  test: Pick<DeliveryRow, 'id' | 'endpointId' | 'product'>,
): Promise<void> {
  await db
    .insert(productDeliveries)
    .values({ ...test, type: 'test', hasAccess: false, version: 0, givenUpAt: new Date() });
}
