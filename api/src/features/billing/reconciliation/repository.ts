import type { Difference } from 'contract/reconciliation';
import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../../db/client.ts';
import { outgoingEmails, reconciliationRuns, stripeCustomers, users } from '../../../db/schema.ts';

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

/**
 * Our customers after `cursor` in the order of their ids. Pages of Stripe's live for a day: so long
 * may somebody who has been deleted still use one.
 */
export async function findCustomersAfter(db: Db, cursor: string, limit: number) {
  return db
    .select({
      id: stripeCustomers.id,
      userId: stripeCustomers.userId,
      isJustDeleted: sql<boolean>`coalesce(${users.deletedAt} > now() - interval '1 day', false)`,
    })
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(gt(stripeCustomers.id, cursor))
    .orderBy(asc(stripeCustomers.id))
    .limit(limit);
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

/** Whether a mail of this cause was queued. */
export async function existsEmail(db: Db, cause: string): Promise<boolean> {
  return (await db.$count(outgoingEmails, eq(outgoingEmails.cause, cause))) > 0;
}
