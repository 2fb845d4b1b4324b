import { and, asc, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { priceMoves, stripeCustomers, subscriptions, users } from '../../../db/schema.ts';

export type PriceMove = typeof priceMoves.$inferSelect;

/** Notes what somebody is told of a price; false where they were told of it before. */
export async function insertMove(
  transaction: Db,
  move: typeof priceMoves.$inferInsert,
): Promise<boolean> {
  const inserted = await transaction
    .insert(priceMoves)
    .values(move)
    .onConflictDoNothing()
    .returning({ id: priceMoves.id });
  return inserted.length > 0;
}

/** What was told of some subscriptions, by their ids at Stripe; the newest first. */
export async function findMoves(db: Db, stripeIds: string[]): Promise<PriceMove[]> {
  if (stripeIds.length === 0) return [];
  return db
    .select()
    .from(priceMoves)
    .where(inArray(priceMoves.stripeSubscriptionId, stripeIds))
    .orderBy(desc(priceMoves.toldAt), desc(priceMoves.id));
}

/** The next who hold a plan at another amount than the catalogue's, by the id of what they hold. */
export async function findHolders(
  db: Db,
  { id: planId, amount }: { id: string; amount: number },
  { after, limit }: { after: string; limit: number },
) {
  return db
    .select({
      subscription: subscriptions,
      customerId: stripeCustomers.id,
      email: users.email,
      firstName: users.firstName,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(stripeCustomers, eq(stripeCustomers.userId, subscriptions.userId))
    .where(
      and(
        subscriptions.hasAccess,
        eq(subscriptions.planId, planId),
        ne(subscriptions.amount, amount),
        isNull(users.deletedAt),
        gt(subscriptions.id, after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
}
export type Holder = Awaited<ReturnType<typeof findHolders>>[number];
