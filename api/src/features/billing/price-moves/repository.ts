import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import {
  outgoingEmails,
  priceMoves,
  stripeCustomers,
  subscriptions,
  users,
} from '../../../db/schema.ts';

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

/** What the mail of a move is sent for. */
export const causeOf = (move: Pick<PriceMove, 'stripeSubscriptionId' | 'priceId'>): string =>
  `price-changing:${move.stripeSubscriptionId}:${move.priceId}`;

/** A mail of before the last 90 days is known no more, and was sent. */
const isTold = sql<boolean>`not exists (select from ${outgoingEmails}
  where ${outgoingEmails.cause} = 'price-changing:' || ${priceMoves.stripeSubscriptionId} || ':' || ${priceMoves.priceId}
    and ${outgoingEmails.sentAt} is null)`;

/** What holders of some subscriptions were told, by their ids at Stripe; the newest first. */
export async function findMoves(db: Db, stripeIds: string[]): Promise<PriceMove[]> {
  if (stripeIds.length === 0) return [];
  return db
    .select()
    .from(priceMoves)
    .where(and(inArray(priceMoves.stripeSubscriptionId, stripeIds), isTold))
    .orderBy(desc(priceMoves.id));
}

/** What a holder was told of a price, or is to be told once the mail goes out. */
export async function findMove(
  db: Db,
  { stripeSubscriptionId, priceId }: Pick<PriceMove, 'stripeSubscriptionId' | 'priceId'>,
) {
  const [found] = await db
    .select({ move: priceMoves, isTold, firstName: users.firstName })
    .from(priceMoves)
    .innerJoin(users, eq(users.id, priceMoves.userId))
    .where(
      and(
        eq(priceMoves.stripeSubscriptionId, stripeSubscriptionId),
        eq(priceMoves.priceId, priceId),
      ),
    );
  return found;
}

/** Whether a subscription's holder is told of another price, which was noted later. */
export async function isOvertaken(transaction: Db, move: PriceMove): Promise<boolean> {
  const isLater = and(
    eq(priceMoves.stripeSubscriptionId, move.stripeSubscriptionId),
    gt(priceMoves.id, move.id),
  );
  return (await transaction.$count(priceMoves, isLater)) > 0;
}

/** Notes when a holder is told, the moment from which the new price may be charged, and what is paid until then. */
export async function setTold(
  transaction: Db,
  { id }: PriceMove,
  told: Pick<PriceMove, 'toldAt' | 'notBefore'> & Partial<Pick<PriceMove, 'oldAmount'>>,
): Promise<void> {
  await transaction
    .update(priceMoves)
    .set({
      toldAt: told.toldAt,
      oldAmount: told.oldAmount,
      notBefore: sql`greatest(${priceMoves.notBefore}, ${told.notBefore.toISOString()}::timestamptz)`,
    })
    .where(eq(priceMoves.id, id));
}

/**
 * Takes a move back: nobody was told of it, or the plan got cheaper again before it came. False where
 * somebody else has done so.
 */
export async function deleteMove(transaction: Db, { id }: PriceMove): Promise<boolean> {
  const deleted = await transaction
    .delete(priceMoves)
    .where(eq(priceMoves.id, id))
    .returning({ id: priceMoves.id });
  return deleted.length > 0;
}

/**
 * Who was told that a plan gets dearer than it is by now, and pays what it costs already; by their
 * customer at Stripe.
 */
export async function findTakenBack(db: Db, { id, amount }: { id: string; amount: number }) {
  return db
    .select({
      move: priceMoves,
      isTold,
      customerId: stripeCustomers.id,
      email: users.email,
      firstName: users.firstName,
      isEnding: subscriptions.cancelAtPeriodEnd,
    })
    .from(priceMoves)
    .innerJoin(subscriptions, eq(subscriptions.stripeId, priceMoves.stripeSubscriptionId))
    .innerJoin(users, eq(users.id, priceMoves.userId))
    .innerJoin(stripeCustomers, eq(stripeCustomers.userId, priceMoves.userId))
    .where(
      and(
        subscriptions.hasAccess,
        isNull(users.deletedAt),
        eq(subscriptions.planId, id),
        eq(subscriptions.amount, amount),
        eq(priceMoves.planId, id),
        eq(priceMoves.oldAmount, amount),
        gt(priceMoves.newAmount, amount),
      ),
    )
    .orderBy(asc(priceMoves.id));
}
export type TakenBack = Awaited<ReturnType<typeof findTakenBack>>[number];

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
