import type { SessionUser } from 'contract/accounts';
import type { SessionView } from 'contract/sessions';
import type { PlacedSession } from './own-sessions.ts';
import type { UserRow } from './repository.ts';

/** The session's user as the client stores it (product C4); `lacksFactor`: a second factor has to be set up. */
export function presentSessionUser(
  user: UserRow,
  hasActiveSubscription: boolean,
  lacksFactor = false,
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
    ...(lacksFactor && { second_factor_needed: true }),
    email_verified: user.emailVerifiedAt !== null,
  };
}

/** A session as it is listed; `current` is the id of the one that asks. */
export function presentSession(session: PlacedSession, current: string): SessionView {
  return {
    id: session.id,
    device: session.device || 'Unknown device',
    ...(session.place && { place: session.place }),
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    current: session.id === current,
  };
}
