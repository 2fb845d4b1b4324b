import { NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { endSessionsOf, endViews } from './ended-views.ts';
import { holdUser } from './repository.ts';
import {
  deleteSessionOf,
  existsUser,
  findSessionsOf,
  type SessionRow,
} from './sessions-repository.ts';

/** Whose sessions, and who does something to them, and from where. */
interface Act {
  userId: string;
  actorId: string;
  address: string;
}

/** A session, with the place of its sign-in in words; '' where that is not known. */
export type PlacedSession = SessionRow & { place: string };

/** A user's sessions that run, the last used first. Throws NotFound for a user who is gone. */
export async function sessionsOf(
  { db, places }: Services,
  userId: string,
): Promise<PlacedSession[]> {
  const found = await findSessionsOf(db, userId);
  if (found.length === 0 && !(await existsUser(db, userId))) throw new NotFound();
  const words = await places.of(found.map(({ address }) => address));
  return found.map(({ address, ...session }, at) => ({ ...session, place: words[at] ?? '' }));
}

/**
 * Ends one session of a user, in every process at once. Throws NotFound for one that has ended or is
 * somebody else's.
 */
export async function endOneSession(
  { db }: Services,
  { userId, ...by }: Act,
  sessionId: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const ended = await deleteSessionOf(transaction, userId, sessionId);
    const [session] = ended;
    if (!session) throw new NotFound();
    const ids = ended.map(({ id }) => id);
    await endViews(transaction, ids, { ...by, why: 'session ended' });
    await audit(transaction, {
      action: 'session.ended',
      target: userId,
      detail: session.device || undefined,
      ...by,
    });
  });
}

/** Ends all sessions of a user, but for `kept`. Throws NotFound for a user who is gone. */
export async function endAllSessions(
  { db }: Services,
  { userId, ...by }: Act,
  kept?: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await holdUser(transaction, userId))) throw new NotFound();
    const end = { ...by, why: 'session ended' } as const;
    const { length: count } = await endSessionsOf(transaction, userId, end, kept);
    if (count === 0) return;
    const detail = kept ? `${count} others` : `all ${count}`;
    await audit(transaction, { action: 'session.ended', target: userId, detail, ...by });
  });
}
