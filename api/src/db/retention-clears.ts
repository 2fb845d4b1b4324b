import {
  and,
  eq,
  gte,
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
import { answering, type Statement } from './at-once.ts';
import { comingAndGoing } from './audit-periods.ts';
import type { Db } from './client.ts';
import {
  agreements,
  authenticatorApps,
  buildAssets,
  checkoutIntents,
  dataCopies,
  emailChanges,
  emailLinks,
  outgoingEmails,
  passwordResets,
  productDeliveries,
  rateLimits,
  reconciliationRuns,
  refusedWebhooks,
  retentionRuns,
  sessions,
  stripeEvents,
} from './schema.ts';

export interface Batch {
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

/** The statement that clears them away: to be sent with the commit, so that nobody waits for us. */
type Clearing = (transaction: Db) => Statement<Cleared>;

/** What clears away at most so many rows, once what it has to know was read; null where nothing is left. */
export type Clear = (db: Db, batch: Batch) => Clearing | Promise<Clearing | null>;

/**
 * Deletes rows by the moment that says how old they are, the oldest first, and each batch goes on where the last
 * one stopped. In no order it would read anew what has gone before, the more of it the longer the night is.
 */
function deleting(
  table: PgTable,
  key: PgColumn,
  at: PgColumn,
  isOver: (batch: Pick<Batch, 'now' | 'before'>) => SQL | undefined,
): Clear {
  return (db, batch) => {
    const isNext = batch.from ? gte(at, new Date(batch.from)) : undefined;
    const over = db
      .select({ key })
      .from(table)
      .where(and(isOver(batch), isNext))
      .orderBy(at)
      .limit(batch.most);
    return (transaction) =>
      answering(transaction.delete(table).where(inArray(key, over)).returning({ at }), (gone) => {
        if (gone.length < batch.most) return { count: gone.length, next: null };
        const last = Math.max(...gone.map((row) => (row.at as Date).getTime()));
        return { count: gone.length, next: new Date(last).toISOString() };
      });
  };
}

/** Those from before the period, but for some. */
const olderThan = (table: PgTable, key: PgColumn, at: PgColumn, isMeant?: SQL): Clear =>
  deleting(table, key, at, ({ before }) => and(lt(at, before), isMeant));

/** Those whose end has come. */
const endedBy = (table: PgTable, key: PgColumn, at: PgColumn): Clear =>
  deleting(table, key, at, ({ now }) => lte(at, now));

/** That these, which a period counts from, have not gone out to somebody is known from their rows alone. */
const notices = ['account-inactive', 'legal-changed', 'price-changing'];

/** The tables whose rows are over by what they say themselves. */
export const rowsWhere = {
  sessionsOver: endedBy(sessions, sessions.id, sessions.expiresAt),
  resetsOver: endedBy(passwordResets, passwordResets.keyHash, passwordResets.expiresAt),
  emailChangesOver: endedBy(emailChanges, emailChanges.id, emailChanges.expiresAt),
  emailLinksOver: endedBy(emailLinks, emailLinks.keyHash, emailLinks.expiresAt),
  limitsOver: endedBy(rateLimits, rateLimits.key, rateLimits.expire),
  unfinishedApps: olderThan(
    authenticatorApps,
    authenticatorApps.id,
    authenticatorApps.createdAt,
    isNull(authenticatorApps.confirmedAt),
  ),
  oldDeliveries: olderThan(productDeliveries, productDeliveries.id, productDeliveries.createdAt),
  oldCopies: olderThan(dataCopies, dataCopies.id, dataCopies.requestedAt),
  checkoutsOver: olderThan(
    checkoutIntents,
    checkoutIntents.id,
    checkoutIntents.createdAt,
    notInArray(checkoutIntents.status, ['open', 'closing']),
  ),
  choicesLeft: olderThan(
    agreements,
    agreements.id,
    agreements.agreedAt,
    and(eq(agreements.kind, 'subscription'), isNull(agreements.stripeSubscriptionId)),
  ),
  assetsReplaced: olderThan(buildAssets, buildAssets.address, buildAssets.replacedAt),
  eventsDone: olderThan(stripeEvents, stripeEvents.id, stripeEvents.processedAt),
  oldRefusals: olderThan(refusedWebhooks, refusedWebhooks.cause, refusedWebhooks.lastAt),
  oldChecks: olderThan(reconciliationRuns, reconciliationRuns.id, reconciliationRuns.startedAt),
  oldRuns: olderThan(retentionRuns, retentionRuns.id, retentionRuns.startedAt),
  mailsSent: olderThan(outgoingEmails, outgoingEmails.cause, outgoingEmails.sentAt),
  mailsInVain: olderThan(
    outgoingEmails,
    outgoingEmails.cause,
    outgoingEmails.createdAt,
    and(
      isNull(outgoingEmails.sentAt),
      or(eq(outgoingEmails.recipient, ''), notInArray(outgoingEmails.template, notices)),
    ),
  ),
};

/** Empties the copies of people's data that were not fetched in time. */
export const contentOfCopies: Clear = (db, { now, most }) => {
  const over = db
    .select({ id: dataCopies.id })
    .from(dataCopies)
    .where(and(isNotNull(dataCopies.content), lte(dataCopies.expiresAt, now)))
    .limit(most);
  return (transaction) =>
    answering(
      transaction
        .update(dataCopies)
        .set({ content: null })
        .where(inArray(dataCopies.id, over))
        .returning({ id: dataCopies.id }),
      ({ length: count }) => ({ count, next: count < most ? null : '' }),
    );
};

/** Where the last batch stopped is answered as PostgreSQL writes it. */
const purgeAuditLog =
  (
    { before, most, from }: Pick<Batch, 'before' | 'most' | 'from'>,
    action: string | null,
  ): Clearing =>
  (transaction) =>
    answering(
      transaction.execute<{ gone: number; last: string }>(sql`
        select gone, last_at::text as last from purge_audit_entries(${from || '-infinity'}::timestamptz,
          ${before.toISOString()}::timestamptz, ${most}::int, ${action}::text)`),
      ({ rows: [{ gone, last } = { gone: 0, last: '' }] }) => ({
        count: gone,
        next: gone < most ? null : last,
      }),
    );

/** One action after the other, since each has its place in an index. */
export const signIns: Clear = (_db, batch) => (transaction) => {
  const [action = '', from = ''] = (batch.from || `${comingAndGoing[0]}|`).split('|');
  const following = comingAndGoing[comingAndGoing.indexOf(action) + 1];
  const after = following ? `${following}|` : null;
  return answering(purgeAuditLog({ ...batch, from }, action)(transaction), ({ count, next }) => ({
    count,
    next: next === null ? after : `${action}|${next}`,
  }));
};

export const auditEntries: Clear = (_db, batch) => purgeAuditLog(batch, null);
