import type { Role } from 'contract/accounts';
import type { Env } from '../../env.ts';

interface Person {
  role: Role;
  /** Somebody whose password everybody knows: nothing is safer for a second factor. */
  isDemo: boolean;
}

type Settings = Pick<Env, 'NODE_ENV' | 'REQUIRE_ADMIN_SECOND_FACTOR' | 'REQUIRE_SECOND_FACTOR'>;

/** Whether somebody may not do without a second factor (product A507, A512). */
export function needsFactor(
  { NODE_ENV, REQUIRE_ADMIN_SECOND_FACTOR, REQUIRE_SECOND_FACTOR }: Settings,
  { role, isDemo }: Person,
): boolean {
  if (isDemo) return false;
  if (REQUIRE_SECOND_FACTOR) return true;
  const isForAdmins = REQUIRE_ADMIN_SECOND_FACTOR ?? String(NODE_ENV === 'production');
  return role === 'admin' && isForAdmins === 'true';
}

/** Whether somebody has to set up a second factor before they do anything else. */
export function lacksFactor(settings: Settings, person: Person & { hasFactor: boolean }): boolean {
  return !person.hasFactor && needsFactor(settings, person);
}
