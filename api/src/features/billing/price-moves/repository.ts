import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
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

/**
 * Notes when a holder is told, the moment from which the new price may be charged, and what is paid until
 * then. False where the move is gone.
 */
export async function setTold(
  transaction: Db,
  { id }: PriceMove,
  told: Pick<PriceMove, 'toldAt' | 'notBefore'> & Partial<Pick<PriceMove, 'oldAmount'>>,
): Promise<boolean> {
  const noted = await transaction
    .update(priceMoves)
    .set({
      toldAt: told.toldAt,
      oldAmount: told.oldAmount,
      notBefore: sql`greatest(${priceMoves.notBefore}, ${told.notBefore.toISOString()}::timestamptz)`,
    })
    .where(eq(priceMoves.id, id))
    .returning({ id: priceMoves.id });
  return noted.length > 0;
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

const later = alias(priceMoves, 'later');

/**
 * Who was told, or is to be, that a plan gets dearer than it is by now, and pays what it costs already;
 * by their customer at Stripe. Whoever was told of a move from another price since has left it behind;
 * of the others Stripe knows.
 */
export async function findTakenBack(db: Db, { id, amount }: { id: string; amount: number }) {
  return db
    .select({
      move: priceMoves,
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
        notExists(
          db
            .select()
            .from(later)
            .where(
              and(
                eq(later.stripeSubscriptionId, priceMoves.stripeSubscriptionId),
                gt(later.id, priceMoves.id),
                or(ne(later.oldAmount, priceMoves.oldAmount), ne(later.planId, priceMoves.planId)),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(priceMoves.id));
}
export type TakenBack = Awaited<ReturnType<typeof findTakenBack>>[number];

/** Who holds what a move was of and pays less for it than they were told of; nobody who was deleted. */
export async function findKept(
  transaction: Db,
  { stripeSubscriptionId, planId, newAmount }: PriceMove,
) {
  const [found] = await transaction
    .select({
      email: users.email,
      firstName: users.firstName,
      amount: subscriptions.amount,
      isEnding: subscriptions.cancelAtPeriodEnd,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.stripeId, stripeSubscriptionId),
        subscriptions.hasAccess,
        eq(subscriptions.planId, planId),
        lt(subscriptions.amount, newAmount),
        isNull(users.deletedAt),
      ),
    );
  return found;
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
