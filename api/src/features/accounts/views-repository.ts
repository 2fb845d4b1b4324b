import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sessions } from '../../db/schema.ts';
import { isRunning } from './sessions-repository.ts';

/**
 * Stores a session in which an admin sees what a user sees, until the admin's own is over at the latest.
 * Answers when that is; null where the admin's has ended.
 */
export async function insertView(
  db: Db,
  view: { id: string; userId: string; viewerSessionId: string; minutes: number },
): Promise<Date | null> {
  const [viewer] = await db
    .select({
      expiresAt:
        sql`least(${sessions.expiresAt}, now() + make_interval(mins => ${view.minutes}::int))`.mapWith(
          sessions.expiresAt,
        ),
    })
    .from(sessions)
    .where(eq(sessions.id, view.viewerSessionId));
  if (!viewer) return null;
  const { minutes: _, ...row } = view;
  await db.insert(sessions).values({ ...row, ...viewer });
  return viewer.expiresAt;
}

/** Ends what admins see in these sessions. Answers whose pages it was. */
export function deleteViews(db: Db, viewerSessions: string[]): Promise<string[]> {
  return deleteViewsWhere(db, inArray(sessions.viewerSessionId, viewerSessions));
}

/** Ends what is seen of a user, and what they see of others. Answers whose pages it was. */
export function deleteViewsOf(db: Db, userId: string): Promise<string[]> {
  const theirs = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  const isSeen = and(eq(sessions.userId, userId), isNotNull(sessions.viewerSessionId));
  return deleteViewsWhere(db, or(isSeen, inArray(sessions.viewerSessionId, theirs)));
}

/** Those that time has ended before are cleared away, and told of no more. */
async function deleteViewsWhere(db: Db, where: SQL | undefined): Promise<string[]> {
  const gone = await db.delete(sessions).where(where).returning({
    userId: sessions.userId,
    isRunning,
  });
  return gone.flatMap((view) => (view.isRunning ? view.userId : []));
}
