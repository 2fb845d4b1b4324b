import { and, count, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { authenticatorApps, recoveryCodes, users } from '../../db/schema.ts';

export type AppRow = typeof authenticatorApps.$inferSelect;

/** Has those who change one person's factors wait for each other. False when the person is gone. */
export async function lockOwner(transaction: Db, userId: string): Promise<boolean> {
  const held = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update');
  return held.length > 0;
}

export async function insertApp(
  db: Db,
  app: Pick<AppRow, 'id' | 'userId' | 'secret'>,
): Promise<void> {
  await db.insert(authenticatorApps).values(app);
}

/** The apps that count, the oldest first. */
export function findApps(db: Db, userId: string): Promise<AppRow[]> {
  return db
    .select()
    .from(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)))
    .orderBy(authenticatorApps.createdAt);
}

/** An app that somebody began to set up after a moment, and has not confirmed. */
export async function findUnfinishedApp(
  db: Db,
  { id, userId, since }: { id: string; userId: string; since: Date },
): Promise<AppRow | undefined> {
  const [app] = await db
    .select()
    .from(authenticatorApps)
    .where(
      and(
        eq(authenticatorApps.id, id),
        eq(authenticatorApps.userId, userId),
        isNull(authenticatorApps.confirmedAt),
        sql`${authenticatorApps.createdAt} > ${since.toISOString()}::timestamptz`,
      ),
    );
  return app;
}

/** Makes an app count, with the step of its first code used up. */
export async function confirmApp(db: Db, id: string, step: number): Promise<void> {
  await db
    .update(authenticatorApps)
    .set({ confirmedAt: sql`now()`, lastStep: step })
    .where(eq(authenticatorApps.id, id));
}

/** Uses up a step of an app. Of two at the same moment with one code the second is told false. */
export async function takeStep(db: Db, id: string, step: number): Promise<boolean> {
  const used = await db
    .update(authenticatorApps)
    .set({ lastStep: step, lastUsedAt: sql`now()` })
    .where(and(eq(authenticatorApps.id, id), lt(authenticatorApps.lastStep, step)))
    .returning({ id: authenticatorApps.id });
  return used.length > 0;
}

/** Removes an app that counts. False when there is none. */
export async function deleteApp(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(authenticatorApps)
    .where(
      and(
        eq(authenticatorApps.id, id),
        eq(authenticatorApps.userId, userId),
        isNotNull(authenticatorApps.confirmedAt),
      ),
    )
    .returning({ id: authenticatorApps.id });
  return gone.length > 0;
}

/** Removes the apps of somebody since a moment; answers how many of them counted. */
export async function deleteAppsSince(
  transaction: Db,
  userId: string,
  since: Date,
): Promise<number> {
  const added = sql`coalesce(${authenticatorApps.confirmedAt}, ${authenticatorApps.createdAt})`;
  const gone = await transaction
    .delete(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), sql`${added} >= ${since.toISOString()}`))
    .returning({ confirmedAt: authenticatorApps.confirmedAt });
  return gone.filter(({ confirmedAt }) => confirmedAt !== null).length;
}

/** Removes the recovery codes of somebody that were made since a moment. */
export async function deleteCodesSince(
  transaction: Db,
  userId: string,
  since: Date,
): Promise<void> {
  await transaction
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, since)));
}

/** Removes all apps and codes of somebody. */
export async function deleteAllOf(transaction: Db, userId: string): Promise<void> {
  await transaction.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Whether somebody has this app, and it counts. */
export async function existsApp(db: Db, userId: string, id: string): Promise<boolean> {
  return (await findApps(db, userId)).some((app) => app.id === id);
}

export async function findCode(db: Db, userId: string, lookup: string) {
  const [code] = await db
    .select()
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.lookup, lookup)));
  return code;
}

/** Uses up a recovery code. Of two at the same moment with one code the second is told false. */
export async function takeCode(db: Db, id: string): Promise<boolean> {
  const gone = await db
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.id, id))
    .returning({ id: recoveryCodes.id });
  return gone.length > 0;
}

/**
 * Whether the codes that somebody has are those one of which was used, as all of them are made at once. Where it
 * was the last one none is left to say so: then it is whether nothing was written of them since they were read,
 * as an undone change of e-mail does.
 */
export async function isOfCodes(
  db: Db,
  { id, updatedAt }: { id: string; updatedAt: Date },
  madeAt: Date,
): Promise<boolean> {
  const [left] = await db
    .select({ madeAt: recoveryCodes.createdAt })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, id))
    .limit(1);
  if (left) return left.madeAt.getTime() === madeAt.getTime();
  return (await db.$count(users, and(eq(users.id, id), eq(users.updatedAt, updatedAt)))) > 0;
}

export async function countCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}

/** Puts codes in the place of those before; none take them away. */
export async function replaceCodes(
  transaction: Db,
  userId: string,
  codes: Pick<typeof recoveryCodes.$inferInsert, 'id' | 'lookup' | 'codeHash'>[],
): Promise<void> {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (codes.length === 0) return;
  await transaction.insert(recoveryCodes).values(codes.map((code) => ({ ...code, userId })));
}
