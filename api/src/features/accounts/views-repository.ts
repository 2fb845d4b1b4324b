import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sessions } from '../../db/schema.ts';

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
export async function deleteViews(db: Db, viewerSessions: string[]): Promise<string[]> {
  const gone = await db
    .delete(sessions)
    .where(inArray(sessions.viewerSessionId, viewerSessions))
    .returning({ userId: sessions.userId });
  return gone.map(({ userId }) => userId);
}
