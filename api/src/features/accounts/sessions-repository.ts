import { proofMinutes } from 'contract/proof';
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { authenticatorApps, passkeys, sessions, users } from '../../db/schema.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** Asked for admins alone, who may not do without. */
const adminHasFactor = sql<boolean>`(${users.role} = 'admin' and (
  exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}) or exists (
    select from ${authenticatorApps}
    where ${authenticatorApps.userId} = ${users.id}
      and ${authenticatorApps.confirmedAt} is not null)))`;

const liveSessions = prepared((db) =>
  db
    .select({
      sessionId: sessions.id,
      id: users.id,
      role: users.role,
      isDemo: users.isDemo,
      hasFactor: adminHasFactor,
      isProved: sql<boolean>`greatest(${sessions.createdAt}, ${sessions.provedAt})
        > now() - make_interval(mins => ${sql.raw(String(proofMinutes))})`,
      isUsedAgain: sql<boolean>`${sessions.lastUsedAt} < now() - interval '10 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('ids')}::uuid[])`,
        sql`${sessions.expiresAt} > now()`,
        users.isActive,
      ),
    )
    .prepare('live_sessions'),
);

/**
 * Those of the sessions that have not expired, of users who may sign in, each with whether it is some
 * time since it was used.
 */
export async function findLiveSessions(db: Db, ids: string[]) {
  return liveSessions(db).execute({ ids: `{${ids.join(',')}}` });
}

/** Notes that whoever is behind a session has proved who they are. */
export async function proveSession(db: Db, id: string): Promise<void> {
  await db.update(sessions).set({ provedAt: sql`now()` }).where(eq(sessions.id, id));
}

/** Notes that sessions are used now. */
export async function noteUse(db: Db, ids: string[]): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(sql`${sessions.id} = any(${`{${ids.join(',')}}`}::uuid[])`);
}

/** A user's sessions that have not expired, the last used first. */
export function findSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > now()`))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
}

/** Whether there is such a user, who has not been deleted. */
export async function existsUser(db: Db, id: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, id), isNull(users.deletedAt)))) > 0;
}

/** Makes a session's token worthless. */
export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

/** The same, if the session is this user's. */
export async function deleteSessionOf(
  db: Db,
  userId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [gone] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning();
  return gone;
}

/** Makes every token of a user worthless, but for the session `kept`. Answers how many there were. */
export async function deleteSessionsOf(db: Db, userId: string, kept?: string): Promise<number> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), kept ? ne(sessions.id, kept) : undefined))
    .returning({ id: sessions.id });
  return gone.length;
}
