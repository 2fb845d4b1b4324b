import type { SessionUser } from 'contract/accounts';
import type { SessionView } from 'contract/sessions';
import type { UserRow } from './repository.ts';
import type { SessionRow } from './sessions-repository.ts';

/** The session's user as the client stores it (product C4); `needsFactor`: an admin who lacks one. */
export function presentSessionUser(
  user: UserRow,
  hasActiveSubscription: boolean,
  needsFactor = false,
): SessionUser {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    is_active: user.isActive,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    hasActiveSubscription,
    ...(needsFactor && { second_factor_needed: true }),
  };
}

/** A session as it is listed; `current` is the id of the one that asks. */
export function presentSession(session: SessionRow, current: string): SessionView {
  return {
    id: session.id,
    device: session.device || 'Unknown device',
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    current: session.id === current,
  };
}
