import type { SessionUser } from 'contract/accounts';
import type { UserRow } from './repository.ts';

/** The session's user as the client stores it (product C4). */
export function presentSessionUser(user: UserRow, hasActiveSubscription: boolean): SessionUser {
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
  };
}
