import type { UserRow } from './repository.ts';

/**
 * Whether somebody is led into the products they hold: not before their e-mail is known to be theirs, or
 * they were let in before that was asked for.
 */
export function mayOpenProducts(user: Pick<UserRow, 'emailVerifiedAt' | 'opensUnverified'>) {
  return user.emailVerifiedAt !== null || user.opensUnverified;
}
