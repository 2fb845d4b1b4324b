import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Statement } from '../../../db/at-once.ts';
import type { Db } from '../../../db/client.ts';
import { stopUnless } from '../../../db/decided.ts';
import { prepared, textArray } from '../../../db/prepared.ts';
import { stripeCustomers, subscriptions, users } from '../../../db/schema.ts';
import { together } from '../../../db/together.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** What Stripe says of a subscription, in our terms. */
export type SubscriptionProjection = Omit<
  typeof subscriptions.$inferInsert,
  'id' | 'userId' | 'createdAt' | 'updatedAt'
>;

const subscriptionsOfUser = prepared((db) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .orderBy(desc(subscriptions.hasAccess), desc(subscriptions.startedAt), desc(subscriptions.id))
    .prepare('subscriptions_of_user'),
);

/** All of a user's subscriptions: those with access first, then the newest. */
export async function findSubscriptionsOfUser(db: Db, userId: string): Promise<SubscriptionRow[]> {
  return subscriptionsOfUser(db).execute({ userId });
}

interface Held {
  subscriptions: SubscriptionRow[];
  /** At Stripe: pence, credit below zero, null while not known. */
  balance: number | null;
}

const heldByUsers = prepared((db) =>
  db
    .select({ userId: users.id, balance: stripeCustomers.balance, subscription: subscriptions })
    .from(users)
    .leftJoin(stripeCustomers, eq(stripeCustomers.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(sql`${users.id} = any(${sql.placeholder('userIds')}::uuid[])`)
    .orderBy(desc(subscriptions.hasAccess), desc(subscriptions.startedAt), desc(subscriptions.id))
    .prepare('held_by_users'),
);

const held = prepared((db) =>
  together<string, Held>(async (userIds) => {
    const rows = await heldByUsers(db).execute({ userIds: textArray([...userIds]) });
    const ofUser = Map.groupBy(rows, ({ userId }) => userId);
    return userIds.map((userId) => {
      const theirs = ofUser.get(userId) ?? [];
      return {
        subscriptions: theirs.flatMap(({ subscription }) => subscription ?? []),
        balance: theirs[0]?.balance ?? null,
      };
    });
  }),
);

/** The same with the balance. */
export async function findHeldByUser(db: Db, userId: string): Promise<Held> {
  return held(db).load(userId);
}

/** One subscription, whosever it is. */
export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return subscription;
}

export async function findSubscriptionOfUser(
  db: Db,
  id: string,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const [subscription] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)));
  return subscription;
}

/** Our row of a subscription at Stripe. */
export async function findSubscriptionByStripeId(
  db: Db,
  stripeId: string,
): Promise<SubscriptionRow | undefined> {
  const [subscription] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeId, stripeId));
  return subscription;
}

/** Of a user: access to anything now, and credit that is left. */
const having = {
  access: (userId: string) => sql`exists (select from ${subscriptions}
    where ${subscriptions.userId} = ${userId} and ${subscriptions.hasAccess})`,
  credit: (userId: string) => sql`exists (select from ${stripeCustomers}
    where ${stripeCustomers.userId} = ${userId} and ${stripeCustomers.balance} < 0)`,
};
type Having = keyof typeof having;

const any = (userId: string, what: Having[]) =>
  sql`(${sql.join(
    what.map((one) => having[one](userId)),
    sql` or `,
  )})`;

/** Whether the user has any of these. */
export async function existsAny(db: Db, userId: string, what: Having[]): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select ${any(userId, what)} as exists`,
  );
  return rows[0]?.exists === true;
}

/** The statement that ends a transaction if the user has any of these. */
export const stopIfAny = (transaction: Db, userId: string, what: Having[]): Statement =>
  stopUnless(transaction, sql`not ${any(userId, what)}`);

/** Writes the projection over the row of the same Stripe id, or adds it with `id`. */
export async function upsertSubscription(
  db: Db,
  id: string,
  userId: string,
  projection: SubscriptionProjection,
): Promise<SubscriptionRow> {
  const [row] = await db
    .insert(subscriptions)
    .values({ id, userId, ...projection })
    .onConflictDoUpdate({ target: subscriptions.stripeId, set: { ...projection, userId } })
    .returning();
  return row as SubscriptionRow;
}

/**
 * Ends the access of every subscription of a user but these, with all that it was to bring: there
 * is no end to wait for any more, and nothing to pay. Answers those it ended.
 */
export async function expireOthers(
  db: Db,
  userId: string,
  stripeIds: string[],
): Promise<SubscriptionRow[]> {
  return db
    .update(subscriptions)
    .set({
      hasAccess: false,
      status: 'expired',
      cancelAtPeriodEnd: false,
      paymentProblem: false,
      endedAt: sql`coalesce(${subscriptions.endedAt}, now())`,
    })
    .where(
      and(
        eq(subscriptions.userId, userId),
        subscriptions.hasAccess,
        notInArray(subscriptions.stripeId, stripeIds),
      ),
    )
    .returning();
}
