import { and, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { answering, type Statement } from './at-once.ts';
import type { Db } from './client.ts';
import type { Batch, Clear } from './retention-clears.ts';
import {
  agreements,
  priceMoves,
  subscriptions,
  trialAllowances,
  trialCards,
  users,
} from './schema.ts';

/** Deleted users whose rows are looked at in one go. */
const peopleAtOnce = 200;

/** Clears away what people have left whose ids are these, as PostgreSQL writes an array. Answers how many rows went. */
type Clearing = (transaction: Db, ids: string, batch: Batch) => Statement<number>;

/**
 * Walks those who were deleted, in the order of their ids, and clears what they have left. Of people
 * who have more than a batch holds the next one begins with the same.
 */
const ofTheDeleted =
  (clearing: Clearing): Clear =>
  async (db, batch) => {
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(
        and(isNotNull(users.deletedAt), batch.from ? sql`${users.id} > ${batch.from}` : undefined),
      )
      .orderBy(users.id)
      .limit(peopleAtOnce);
    const last = people.at(-1);
    if (!last) return null;
    const ids = `{${people.map(({ id }) => id).join(',')}}`;
    return (transaction) =>
      answering(clearing(transaction, ids, batch), (count) => ({
        count,
        next: count < batch.most ? last.id : batch.from,
      }));
  };

/** What a function of the database clears away of deleted users. */
const purgedBy = (name: 'purge_payments' | 'purge_subscriptions'): Clear =>
  ofTheDeleted((transaction, ids, { before, most }) =>
    answering(
      transaction.execute<{ count: number }>(sql`
        select ${sql.raw(name)}(${ids}::uuid[], ${before.toISOString()}::timestamptz, ${most}::int) as count`),
      ({ rows }) => rows[0]?.count ?? 0,
    ),
  );

/** Payments of deleted users. What they came to stays in `past_revenue`. */
export const oldPayments = purgedBy('purge_payments');

/** Subscriptions of deleted users that ended so long ago, once their payments have gone. */
export const endedSubscriptions = purgedBy('purge_subscriptions');

type Columns = Record<'id' | 'userId' | 'at', PgColumn>;

/** What of deleted users is so old, and for what reason not yet. */
const ofDeleted = (table: PgTable, { id, userId, at }: Columns, unless?: SQL): Clear =>
  ofTheDeleted((transaction, ids, { before, most }) => {
    const over = transaction
      .select({ id })
      .from(table)
      .where(
        and(sql`${userId} = any(${ids}::uuid[])`, lt(at, before), unless && sql`not ${unless}`),
      )
      .limit(most);
    const gone = transaction.delete(table).where(inArray(id, over)).returning({ id });
    return answering(gone, ({ length }) => length);
  });

/** The same, once their subscriptions have gone. */
const afterSubscriptions = (table: PgTable, columns: Columns): Clear =>
  ofDeleted(
    table,
    columns,
    sql`exists (select from ${subscriptions} where ${subscriptions.userId} = ${columns.userId})`,
  );

/** A card has one trial for as long as the account of that trial is there. */
export const trialCardsOver = ofDeleted(trialCards, {
  id: trialCards.stripeId,
  userId: trialCards.userId,
  at: trialCards.createdAt,
});

export const allowancesOver = ofDeleted(trialAllowances, {
  id: trialAllowances.id,
  userId: trialAllowances.userId,
  at: trialAllowances.createdAt,
});

export const agreementsOver = afterSubscriptions(agreements, {
  id: agreements.id,
  userId: agreements.userId,
  at: agreements.agreedAt,
});

export const priceMovesOver = afterSubscriptions(priceMoves, {
  id: priceMoves.id,
  userId: priceMoves.userId,
  at: priceMoves.toldAt,
});
