import type { SessionUser } from 'contract/accounts';
import type { UserRow } from './repository.ts';

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
