import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Statement } from '../../../../db/at-once.ts';
import type { Db } from '../../../../db/client.ts';
import { stopUnless } from '../../../../db/decided.ts';
import { stripeCustomers, users } from '../../../../db/schema.ts';

export type ChargedCard = NonNullable<(typeof stripeCustomers.$inferSelect)['card']>;

export interface Customer {
  id: string;
  userId: string;
  email: string;
  firstName: string;
  /** May log in. */
  isActive: boolean;
  /** The card that is charged. */
  card: ChargedCard | null;
  /** Its user has been deleted: nothing is theirs any more, and nobody writes to them. */
  isDeleted: boolean;
  /** Payments up to this one were cleared away for their age. */
  purgedUntil: Date | null;
}

/** The user's Stripe customer, if one was made. */
export async function findCustomerOfUser(db: Db, userId: string): Promise<string | undefined> {
  const [customer] = await db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  return customer?.id;
}

/** The statement that ends a transaction unless this is the user's customer, or there is none. */
export const stopUnlessCustomer = (
  transaction: Db,
  userId: string,
  id: string | undefined,
): Statement =>
  stopUnless(
    transaction,
    sql`(select ${stripeCustomers.id} from ${stripeCustomers} where ${stripeCustomers.userId} = ${userId})
      is not distinct from ${id ?? null}::text`,
  );

/** Stripe's balance of a user in pence, credit below zero; null while it is not known. */
export async function findBalance(db: Db, userId: string): Promise<number | null> {
  const [customer] = await db
    .select({ balance: stripeCustomers.balance })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  return customer?.balance ?? null;
}

/** Which of these customers belong to users of ours. */
export async function findKnownCustomers(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(inArray(stripeCustomers.id, ids));
  return new Set(found.map(({ id }) => id));
}

/** Which of these users exist and have no customer. */
export async function findUsersWithoutCustomer(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(stripeCustomers, eq(stripeCustomers.userId, users.id))
    .where(and(inArray(users.id, ids), sql`${stripeCustomers.id} is null`));
  return found.map(({ id }) => id);
}

/** Stores the user's customer, in place of one that is gone; many requests may do so at once. */
export async function storeCustomer(db: Db, id: string, userId: string): Promise<void> {
  // An upsert would have to name one of the two unique columns, and fail on the other.
  const stored = await db
    .insert(stripeCustomers)
    .values({ id, userId })
    .onConflictDoNothing()
    .returning({ id: stripeCustomers.id });
  if (stored.length > 0) return;
  await db.update(stripeCustomers).set({ id }).where(eq(stripeCustomers.userId, userId));
}

/**
 * Takes the next number of a sync, and answers whose customer it is; undefined for one that is not
 * ours.
 */
export async function startSync(
  db: Db,
  id: string,
): Promise<
  { syncNumber: number; userId: string; isDeleted: boolean; isActive: boolean } | undefined
> {
  const [customer] = await db
    .update(stripeCustomers)
    .set({ syncStarted: sql`${stripeCustomers.syncStarted} + 1` })
    .where(eq(stripeCustomers.id, id))
    .returning({
      syncNumber: stripeCustomers.syncStarted,
      userId: stripeCustomers.userId,
      isDeleted: sql<boolean>`exists (select from ${users}
        where ${users.id} = ${stripeCustomers.userId} and ${users.deletedAt} is not null)`,
      isActive: sql<boolean>`exists (select from ${users}
        where ${users.id} = ${stripeCustomers.userId} and ${users.isActive})`,
    });
  return customer;
}

/**
 * Locks the customer for the rest of the transaction, marks a sync as written and notes the balance and
 * the card it saw, of somebody who has been deleted none; undefined when a later one already stands in our
 * tables.
 */
export async function lockForWriting(
  transaction: Db,
  id: string,
  syncNumber: number,
  seen: { balance: number | null; card: ChargedCard | null },
): Promise<Customer | undefined> {
  const locked = await transaction
    .update(stripeCustomers)
    .set({ syncWritten: syncNumber, ...seen })
    .where(and(eq(stripeCustomers.id, id), lt(stripeCustomers.syncWritten, syncNumber)))
    .returning({ id: stripeCustomers.id });
  const customer = locked.length > 0 ? await findCustomer(transaction, id) : undefined;
  if (!customer?.isDeleted || !customer.card) return customer;
  await transaction.update(stripeCustomers).set({ card: null }).where(eq(stripeCustomers.id, id));
  return { ...customer, card: null };
}

/** A customer with what a mail to them needs. */
export async function findCustomer(db: Db, id: string): Promise<Customer | undefined> {
  const [customer] = await db
    .select({
      id: stripeCustomers.id,
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      isActive: users.isActive,
      card: stripeCustomers.card,
      isDeleted: sql<boolean>`${users.deletedAt} is not null`,
      purgedUntil: stripeCustomers.purgedUntil,
    })
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(eq(stripeCustomers.id, id));
  return customer;
}
