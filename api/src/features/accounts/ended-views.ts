import type { Statement } from '../../db/at-once.ts';
import type { Db } from '../../db/client.ts';
import { type Action, audit } from '../audit/service.ts';
import { deleteSessionsOf, endingSessions } from './sessions-repository.ts';
import { deleteViews, deleteViewsOf } from './views-repository.ts';

/** By whom, where that is known, from where and why a view ends. */
interface End {
  actorId?: string;
  address: string;
  why:
    | 'ended by hand'
    | 'another view'
    | 'logged out'
    | 'session ended'
    | 'new password'
    | 'another role'
    | 'another email'
    | 'second factors reset'
    | 'deactivated'
    | 'deleted';
}

/** Ends what admins see in these sessions of theirs, and notes it. */
export async function endViews(transaction: Db, viewerSessions: string[], end: End): Promise<void> {
  if (viewerSessions.length === 0) return;
  await noteEnded(transaction, await deleteViews(transaction, viewerSessions), end);
}

/** Ends what is seen of a user, and what they see of others as an admin, and notes it. */
export async function endViewsOf(transaction: Db, userId: string, end: End): Promise<void> {
  await noteEnded(transaction, await deleteViewsOf(transaction, userId), end);
}

/**
 * Signs a user out everywhere, in every process at once, but for the session `kept`, and notes which views end
 * with that. Answers the sessions of their own that have ended.
 */
export async function endSessionsOf(
  transaction: Db,
  userId: string,
  end: End,
  kept?: string,
): Promise<string[]> {
  const { own, views } = await deleteSessionsOf(transaction, userId, kept);
  await noteEnded(transaction, Array(views).fill(userId), end);
  await endViews(transaction, own, end);
  return own;
}

/**
 * The statement that does the same, but for nothing kept and no answer: of a transaction that is sent in one go.
 */
export function endingSessionsOf(transaction: Db, userId: string, end: End): Statement {
  const { why: detail, ...by } = end;
  return endingSessions(transaction, userId, {
    action: 'view.ended' satisfies Action,
    detail,
    ...by,
  });
}

/** Notes that views are over, by whose pages they were. */
async function noteEnded(transaction: Db, seen: string[], end: End): Promise<void> {
  const { why: detail, ...by } = end;
  for (const target of seen)
    await audit(transaction, { action: 'view.ended', target, detail, ...by });
}
