import type { DeliveryStatus } from 'contract/product-access';
import type { LoginProduct } from 'contract/product-logins';
import { promised } from 'contract/promised';
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

/** Writes what came of a try that failed: when it is tried again, or that it is not. */
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

/** Of an endpoint what waits for a later time; what is being tried is not. */
const waitsLater = (endpointId: string) => sql`${productDeliveries.endpointId} = ${endpointId}
  and ${productDeliveries.status} = 'waiting' and ${productDeliveries.dueAt} > ${lease}`;

/**
 * Writes that a delivery has arrived. Answers whether its endpoint counts as failing, and whether more waits
 * for it until later; undefined where others have written it by now.
 */
export async function writeArrival(
  db: Db,
  { id, endpointId }: DeliveryRow,
  outcome: Outcome,
): Promise<{ wasFailing: boolean; doMoreWait: boolean } | undefined> {
  const { failingSince, id: endpoint } = productEndpoints;
  const [written] = await db
    .update(productDeliveries)
    .set({ ...outcome, status: 'delivered', lastAt: sql`now()`, dueAt: sql`now()` })
    .where(and(eq(productDeliveries.id, id), eq(productDeliveries.status, 'waiting')))
    .returning({
      wasFailing: sql<boolean>`exists (select from ${productEndpoints}
        where ${endpoint} = ${endpointId} and ${failingSince} is not null)`,
      doMoreWait: sql<boolean>`exists (select from ${productDeliveries}
        where ${waitsLater(endpointId)})`,
    });
  return written;
}

/** So much is tried again with one arrival. */
const hastenedAtOnce = 24;

/**
 * Has some of what waits for an endpoint tried now, what is due next first: the more arrives, the more. What
 * was tried a moment ago waits two seconds, since it may be refused each time.
 */
export async function hastenSome(db: Db, endpointId: string): Promise<void> {
  const some = db
    .select({ id: productDeliveries.id })
    .from(productDeliveries)
    .where(waitsLater(endpointId))
    .orderBy(productDeliveries.dueAt)
    .limit(hastenedAtOnce)
    .for('update', { skipLocked: true });
  await db
    .update(productDeliveries)
    .set({ dueAt: sql`greatest(now(), ${productDeliveries.lastAt} + interval '2 seconds')` })
    .where(inArray(productDeliveries.id, some));
}

/** The end of the time for which something is tried that begins now. */
const endOfTries = sql`now() + make_interval(days => ${promised.endpointDays})`;

/** Has all that waits for an endpoint tried now, and for its whole time once more. */
export async function beginAnew(db: Db, endpointId: string): Promise<void> {
  await db.update(productDeliveries).set({ dueAt: sql`now()` }).where(waitsLater(endpointId));
  const isAll = and(
    eq(productDeliveries.endpointId, endpointId),
    eq(productDeliveries.status, 'waiting'),
  );
  await db.update(productDeliveries).set({ givenUpAt: endOfTries }).where(isAll);
}

type Resent = Pick<DeliveryRow, 'product' | 'endpointId'>;

async function sendAgain(db: Db, which: SQL | undefined): Promise<Resent[]> {
  const again = {
    status: 'waiting',
    attempts: 0,
    dueAt: sql`now()`,
    givenUpAt: endOfTries,
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

/** Sends all that was told at an endpoint from a moment on once more, and no test; answers how much. */
export async function resendFrom(db: Db, endpointId: string, since: Date): Promise<number> {
  const isSince = and(
    eq(productDeliveries.endpointId, endpointId),
    sql`${productDeliveries.type} <> 'test'`,
    gte(productDeliveries.createdAt, since),
  );
  return (await sendAgain(db, isSince)).length;
}

/** A test event, which is tried once each time that it is sent. */
export async function insertTest(
  db: Db,
  test: Pick<DeliveryRow, 'id' | 'endpointId' | 'product'>,
): Promise<void> {
  await db
    .insert(productDeliveries)
    .values({ ...test, type: 'test', hasAccess: false, version: 0, givenUpAt: new Date() });
}
