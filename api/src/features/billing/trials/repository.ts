import type { ProductKey } from 'contract/catalogue';
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { trialAllowances, trialCards } from '../../../db/schema.ts';

/** A trial, by the card and the subscription it begins with. */
export interface CardTrial {
  hash: string;
  userId: string;
  stripeId: string;
}

/** What is noted of a subscription's trial: its card, and the products it is a trial of. */
export async function findTrialOf(
  db: Db,
  stripeId: string,
): Promise<{ hash: string | undefined; products: ProductKey[] }> {
  const rows = await db
    .select({ hash: trialCards.cardHash, product: trialCards.product })
    .from(trialCards)
    .where(eq(trialCards.stripeId, stripeId));
  return { hash: rows[0]?.hash, products: rows.map(({ product }) => product) };
}

/**
 * Notes that a trial of some products began with a card. Answers those whose trial somebody else has
 * had with it; they stay theirs.
 */
export async function noteCard(
  transaction: Db,
  { hash, userId, stripeId }: CardTrial,
  products: ProductKey[],
): Promise<ProductKey[]> {
  const noted = await transaction
    .insert(trialCards)
    // Always in one order, so that two who note the same card never wait for each other.
    .values(products.toSorted().map((product) => ({ cardHash: hash, product, userId, stripeId })))
    .onConflictDoUpdate({
      target: [trialCards.cardHash, trialCards.product],
      set: { stripeId },
      setWhere: eq(trialCards.userId, userId),
    })
    .returning({ product: trialCards.product });
  return products.filter((key) => !noted.some(({ product }) => product === key));
}

/** The products whose trial somebody else has had with a card of this user's. */
export async function findUsedByCards(db: Db, userId: string): Promise<ProductKey[]> {
  const mine = alias(trialCards, 'mine');
  const rows = await db
    .selectDistinct({ product: trialCards.product })
    .from(trialCards)
    .innerJoin(mine, and(eq(mine.cardHash, trialCards.cardHash), eq(mine.userId, userId)))
    .where(ne(trialCards.userId, userId));
  return rows.map(({ product }) => product);
}

/** The id of the trial that a user is allowed and has not had yet. */
export async function findAllowance(db: Db, userId: string): Promise<string | undefined> {
  const [open] = await db
    .select({ id: trialAllowances.id })
    .from(trialAllowances)
    .where(and(eq(trialAllowances.userId, userId), isNull(trialAllowances.stripeId)));
  return open?.id;
}

/** Allows a user one more trial. One that is still open stays; false then. */
export async function insertAllowance(transaction: Db, userId: string): Promise<boolean> {
  const allowed = await transaction
    .insert(trialAllowances)
    .values({ userId })
    .onConflictDoUpdate({
      target: trialAllowances.userId,
      set: { id: sql`gen_random_uuid()`, stripeId: null, createdAt: sql`now()` },
      setWhere: sql`${trialAllowances.stripeId} is not null`,
    })
    .returning({ id: trialAllowances.id });
  return allowed.length > 0;
}

/** Uses up what a user is allowed, once; `id` where it must be that one. False without any. */
export async function useAllowance(
  transaction: Db,
  { userId, stripeId, id }: { userId: string; stripeId: string; id?: string },
): Promise<boolean> {
  const used = await transaction
    .update(trialAllowances)
    .set({ stripeId })
    .where(
      and(
        eq(trialAllowances.userId, userId),
        id === undefined ? undefined : eq(trialAllowances.id, id),
        or(isNull(trialAllowances.stripeId), eq(trialAllowances.stripeId, stripeId)),
      ),
    )
    .returning({ id: trialAllowances.id });
  return used.length > 0;
}
