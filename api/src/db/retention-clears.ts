import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { comingAndGoing } from './audit-periods.ts';
import type { Db } from './client.ts';
import {
  agreements,
  authenticatorApps,
  checkoutIntents,
  dataCopies,
  emailChanges,
  emailLinks,
  outgoingEmails,
  passwordResets,
  priceMoves,
  productDeliveries,
  rateLimits,
  reconciliationRuns,
  refusedWebhooks,
  retentionRuns,
  sessions,
  stripeEvents,
  subscriptions,
  trialAllowances,
  trialCards,
  users,
} from './schema.ts';

interface Batch {
  /** The time it is, and the moment before which a row is over. */
  now: Date;
  before: Date;
  /** Rows to clear away at most. */
  most: number;
  /** Where the last batch stopped, '' at first. */
  from: string;
}

interface Cleared {
  count: number;
  /** Where the next batch begins; null once nothing is left. */
  next: string | null;
}

/** Clears away at most so many rows in one short transaction. */
export type Clear = (db: Db, batch: Batch) => Promise<Cleared>;

/** Deletes rows in no order, found by their key. */
function deleting(
  table: PgTable,
  key: PgColumn,
  isOver: (batch: Pick<Batch, 'now' | 'before'>) => SQL | undefined,
): Clear {
  return async (db, batch) => {
    const over = db.select({ key }).from(table).where(isOver(batch)).limit(batch.most);
    const gone = await db.delete(table).where(inArray(key, over)).returning({ key });
    return { count: gone.length, next: gone.length < batch.most ? null : '' };
  };
}

/** The same of rows whose one moment says how old they are. */
const olderThan = (table: PgTable, key: PgColumn, at: PgColumn): Clear =>
  deleting(table, key, ({ before }) => lt(at, before));

/** That these, which a period counts from, have not gone out to somebody is known from their rows alone. */
const notices = ['account-inactive', 'legal-changed', 'price-changing'];

/** The tables whose rows are over by what they say themselves. */
export const rowsWhere = {
  sessionsOver: deleting(sessions, sessions.id, ({ now }) => lte(sessions.expiresAt, now)),
  resetsOver: deleting(passwordResets, passwordResets.keyHash, ({ now }) =>
    lte(passwordResets.expiresAt, now),
  ),
  emailChangesOver: deleting(emailChanges, emailChanges.id, ({ now }) =>
    lte(emailChanges.expiresAt, now),
  ),
  emailLinksOver: deleting(emailLinks, emailLinks.keyHash, ({ now }) =>
    lte(emailLinks.expiresAt, now),
  ),
  limitsOver: deleting(rateLimits, rateLimits.key, ({ now }) => lte(rateLimits.expire, now)),
  unfinishedApps: deleting(authenticatorApps, authenticatorApps.id, ({ before }) =>
    and(isNull(authenticatorApps.confirmedAt), lt(authenticatorApps.createdAt, before)),
  ),
  oldDeliveries: olderThan(productDeliveries, productDeliveries.id, productDeliveries.createdAt),
  oldCopies: olderThan(dataCopies, dataCopies.id, dataCopies.requestedAt),
  checkoutsOver: deleting(checkoutIntents, checkoutIntents.id, ({ before }) =>
    and(
      notInArray(checkoutIntents.status, ['open', 'closing']),
      lt(checkoutIntents.createdAt, before),
    ),
  ),
  choicesLeft: deleting(agreements, agreements.id, ({ before }) =>
    and(
      eq(agreements.kind, 'subscription'),
      isNull(agreements.stripeSubscriptionId),
      lt(agreements.agreedAt, before),
    ),
  ),
  eventsDone: olderThan(stripeEvents, stripeEvents.id, stripeEvents.processedAt),
  oldRefusals: olderThan(refusedWebhooks, refusedWebhooks.cause, refusedWebhooks.lastAt),
  oldChecks: olderThan(reconciliationRuns, reconciliationRuns.id, reconciliationRuns.startedAt),
  oldRuns: olderThan(retentionRuns, retentionRuns.id, retentionRuns.startedAt),
  mailsSent: olderThan(outgoingEmails, outgoingEmails.cause, outgoingEmails.sentAt),
  mailsInVain: deleting(outgoingEmails, outgoingEmails.cause, ({ before }) =>
    and(
      isNull(outgoingEmails.sentAt),
      lt(outgoingEmails.createdAt, before),
      or(eq(outgoingEmails.recipient, ''), notInArray(outgoingEmails.template, notices)),
    ),
  ),
};

/** Empties the copies of people's data that were not fetched in time. */
export const contentOfCopies: Clear = async (db, { now, most }) => {
  const over = db
    .select({ id: dataCopies.id })
    .from(dataCopies)
    .where(and(isNotNull(dataCopies.content), lte(dataCopies.expiresAt, now)))
    .limit(most);
  const emptied = await db
    .update(dataCopies)
    .set({ content: null })
    .where(inArray(dataCopies.id, over))
    .returning({ id: dataCopies.id });
  return { count: emptied.length, next: emptied.length < most ? null : '' };
};

async function purgeAuditLog(db: Db, { before, most }: Batch, action: string | null) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select purge_audit_log(${before.toISOString()}::timestamptz, ${most}::int, ${action}::text) as count`);
  return rows[0]?.count ?? 0;
}

/** One action after the other, since each has its place in an index. */
export const signIns: Clear = async (db, batch) => {
  const action = batch.from || comingAndGoing[0] || '';
  const count = await purgeAuditLog(db, batch, action);
  const following = comingAndGoing[comingAndGoing.indexOf(action) + 1] ?? null;
  return { count, next: count < batch.most ? following : action };
};

export const auditEntries: Clear = async (db, batch) => {
  const count = await purgeAuditLog(db, batch, null);
  return { count, next: count < batch.most ? null : '' };
};

/** Deleted users whose rows are looked at in one go. */
const peopleAtOnce = 200;

/**
 * Walks those who were deleted, in the order of their ids, and clears what they have left. Of people
 * who have more than a batch holds the next one begins with the same.
 */
function ofTheDeleted(clear: (db: Db, ids: string, batch: Batch) => Promise<number>): Clear {
  return async (db, batch) => {
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(
        and(isNotNull(users.deletedAt), batch.from ? sql`${users.id} > ${batch.from}` : undefined),
      )
      .orderBy(users.id)
      .limit(peopleAtOnce);
    const last = people.at(-1);
    if (!last) return { count: 0, next: null };
    const count = await clear(db, `{${people.map(({ id }) => id).join(',')}}`, batch);
    return { count, next: count < batch.most ? last.id : batch.from };
  };
}

/** What a function of the database clears away of deleted users. */
const purgedBy = (name: 'purge_payments' | 'purge_subscriptions'): Clear =>
  ofTheDeleted(async (db, ids, { before, most }) => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select ${sql.raw(name)}(${ids}::uuid[], ${before.toISOString()}::timestamptz, ${most}::int) as count`);
    return rows[0]?.count ?? 0;
  });

/** Payments of deleted users. What they came to stays in `past_revenue`. */
export const oldPayments = purgedBy('purge_payments');

/** Subscriptions of deleted users that ended so long ago, once their payments have gone. */
export const endedSubscriptions = purgedBy('purge_subscriptions');

type Columns = Record<'id' | 'userId' | 'at', PgColumn>;

/** What of deleted users is so old, and for what reason not yet. */
const ofDeleted = (table: PgTable, { id, userId, at }: Columns, unless?: SQL): Clear =>
  ofTheDeleted(async (db, ids, { before, most }) => {
    const over = db
      .select({ id })
      .from(table)
      .where(
        and(sql`${userId} = any(${ids}::uuid[])`, lt(at, before), unless && sql`not ${unless}`),
      )
      .limit(most);
    const gone = await db.delete(table).where(inArray(id, over)).returning({ id });
    return gone.length;
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
