import { messages } from 'contract/messages';
import { promised } from 'contract/promised';
import { Conflict, Unauthorised } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { currentUser } from '../accounts/service.ts';
import type { SignedIn } from '../accounts/session.ts';
import { audit } from '../audit/service.ts';
import { actOn } from '../users/service.ts';

interface Viewer {
  admin: SignedIn;
  address: string;
}

/**
 * Opens a session in which an admin sees what a user sees, for a reason that both are told, and ends the
 * one before. Throws NotFound, and Conflict for an admin and for somebody who is deactivated.
 */
export async function openView(
  services: Services,
  { admin, address }: Viewer,
  { userId, reason }: { userId: string; reason: string },
) {
  const { db, sessions } = services;
  const act = { adminId: admin.id, userId, address };
  const opened = await actOn(db, act, async (transaction, user) => {
    if (user.role === 'admin') throw new Conflict(messages.viewOfAdmin);
    if (!user.isActive) throw new Conflict(messages.viewOfInactive);
    const view = { viewerSessionId: admin.sessionId, minutes: promised.viewMinutes };
    const session = await sessions.openView(transaction, user, view);
    if (!session) throw new Unauthorised();
    const by = { actorId: admin.id, address };
    await audit(transaction, { action: 'view.opened', target: user.id, detail: reason, ...by });
    return session;
  });
  return {
    token: opened.token,
    user: await currentUser(services, userId),
    expires_at: opened.expiresAt.toISOString(),
  };
}

/** Ends what an admin sees of a user, if they still do. */
export async function endView(
  { db, sessions }: Services,
  { admin, address }: Viewer,
): Promise<void> {
  await db.transaction(async (transaction) => {
    for (const target of await sessions.endViews(transaction, admin.sessionId)) {
      await audit(transaction, { action: 'view.ended', target, actorId: admin.id, address });
    }
  });
}
