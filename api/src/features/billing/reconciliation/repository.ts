import type { Difference } from 'contract/reconciliation';
import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../../db/client.ts';
import {
  outgoingEmails,
  reconciliationRuns,
  stripeCustomers,
  stripeEvents,
  subscriptions,
  users,
} from '../../../db/schema.ts';

export type RunRow = typeof reconciliationRuns.$inferSelect;
export type FinishedRun = RunRow & { finishedAt: Date };

export async function insertRun(db: Db): Promise<string> {
  const id = uuid();
  await db.insert(reconciliationRuns).values({ id });
  return id;
}

/** Notes how many customers a run has compared so far. */
export async function noteProgress(db: Db, id: string, checked: number): Promise<void> {
  await db.update(reconciliationRuns).set({ checked }).where(eq(reconciliationRuns.id, id));
}

export async function finishRun(
  db: Db,
  id: string,
  result: { checked: number; found: number; differences: Difference[] },
): Promise<FinishedRun> {
  const [run] = await db
    .update(reconciliationRuns)
    .set({ ...result, finishedAt: sql`now()` })
    .where(eq(reconciliationRuns.id, id))
    .returning();
  return run as FinishedRun;
}

const newest = [desc(reconciliationRuns.startedAt), desc(reconciliationRuns.id)];

/** The last run that finished, and the one that began last if that has not. */
export async function findLastRuns(
  db: Db,
): Promise<{ run?: FinishedRun | undefined; unfinished?: RunRow | undefined }> {
  const runs = () => db.select().from(reconciliationRuns).$dynamic();
  const [last] = await runs()
    .orderBy(...newest)
    .limit(1);
  if (!last || isFinished(last)) return { run: last };
  const [run] = await runs()
    .where(isNotNull(reconciliationRuns.finishedAt))
    .orderBy(...newest)
    .limit(1);
  return { run: run && isFinished(run) ? run : undefined, unfinished: last };
}

const isFinished = (run: RunRow): run is FinishedRun => run.finishedAt !== null;

/** One of several parts of all customers, by their ids: each is always of the same one. */
export interface Slice {
  of: number;
  /** From 0. */
  number: number;
}

export const countCustomers = (db: Db): Promise<number> => db.$count(stripeCustomers);

/** The ids among these of events that never came. */
export async function findMissed(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { id } = stripeEvents;
  const came = await db.select({ id }).from(stripeEvents).where(inArray(id, ids));
  const known = new Set(came.map((event) => event.id));
  return new Set(ids.filter((one) => !known.has(one)));
}

/** What a row says of access. */
export interface Access {
  stripeId: string;
  hasAccess: boolean;
  periodEnd: Date | null;
}

/** What our rows say of these subscriptions of Stripe's, by their ids. */
export async function findAccess(db: Db, ids: string[]): Promise<Map<string, Access>> {
  if (ids.length === 0) return new Map();
  const { stripeId, hasAccess, periodEnd } = subscriptions;
  const found = await db
    .select({ stripeId, hasAccess, periodEnd })
    .from(subscriptions)
    .where(inArray(stripeId, ids));
  return new Map(found.map((row) => [row.stripeId, row]));
}

/** The customers of those who have access by a subscription that is none of these. */
export async function findHoldersBesides(db: Db, running: Set<string>): Promise<string[]> {
  const holders: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await db
      .select({ stripeId: subscriptions.stripeId, customer: stripeCustomers.id })
      .from(subscriptions)
      .innerJoin(stripeCustomers, eq(stripeCustomers.userId, subscriptions.userId))
      .where(and(eq(subscriptions.hasAccess, true), gt(subscriptions.stripeId, cursor)))
      .orderBy(asc(subscriptions.stripeId))
      .limit(1_000);
    holders.push(...page.flatMap((row) => (running.has(row.stripeId) ? [] : row.customer)));
    cursor = page.at(-1)?.stripeId ?? '';
    if (page.length < 1_000) return holders;
  }
}

const oursOnly = {
  id: stripeCustomers.id,
  userId: stripeCustomers.userId,
  isJustDeleted: sql<boolean>`coalesce(${users.deletedAt} > now() - interval '1 day', false)`,
};

/** Those of these customers that are ours. */
export async function findOurs(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select(oursOnly)
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(sql`${stripeCustomers.id} = any(${sql.param(ids)})`);
}

/**
 * Our customers after `cursor` in the order of their ids, all or of one slice. Pages of Stripe's live for a day: so long
 * may somebody who has been deleted still use one.
 */
export async function findCustomersAfter(db: Db, cursor: string, limit: number, slice?: Slice) {
  const inSlice = slice
    ? sql`mod(abs(hashtext(${stripeCustomers.id})::bigint), ${slice.of}) = ${slice.number}`
    : undefined;
  return db
    .select(oursOnly)
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(and(gt(stripeCustomers.id, cursor), inSlice))
    .orderBy(asc(stripeCustomers.id))
    .limit(limit);
}

/** Whether a mail of this cause was queued. */
export async function existsEmail(db: Db, cause: string): Promise<boolean> {
  return (await db.$count(outgoingEmails, eq(outgoingEmails.cause, cause))) > 0;
}
