import type { UserStats, UserView } from 'contract/users';

/** The figures of a list that came without any, from its rows (product D28). */
export function statsOf(users: UserView[]): UserStats {
  const active = users.filter(({ isActive }) => isActive).length;
  return {
    total: users.length,
    active,
    inactive: users.length - active,
    admins: users.filter(({ role }) => role === 'admin').length,
    pending: 0,
  };
}
