import * as messages from 'contract/messages';
import { promised } from 'contract/promised';
import { Conflict, Unauthorised } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endViews } from '../accounts/ended-views.ts';
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
    const by = { actorId: admin.id, address };
    await endViews(transaction, [admin.sessionId], { ...by, why: 'another view' });
    const session = await sessions.openView(transaction, user, view);
    if (!session) throw new Unauthorised();
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
export async function endView({ db }: Services, { admin, address }: Viewer): Promise<void> {
  const end = { actorId: admin.id, address, why: 'ended by hand' } as const;
  await db.transaction((transaction) => endViews(transaction, [admin.sessionId], end));
}
