import type { Role } from 'contract/accounts';
import type { Env } from '../../env.ts';

interface Person {
  role: Role;
  /** Somebody whose password everybody knows: nothing is safer for a second factor. */
  isDemo: boolean;
  hasFactor: boolean;
}

/** Whether somebody has to set up a second factor before they do what admins do (product A507). */
export function lacksFactor(
  { NODE_ENV, REQUIRE_ADMIN_SECOND_FACTOR }: Env,
  { role, isDemo, hasFactor }: Person,
): boolean {
  const isRequired = REQUIRE_ADMIN_SECOND_FACTOR ?? String(NODE_ENV === 'production');
  return isRequired === 'true' && role === 'admin' && !isDemo && !hasFactor;
}
