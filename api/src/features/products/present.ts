import type { AccessView } from 'contract/product-access';
import type { AccessRow, Person } from './access-repository.ts';

/** What a product is told of somebody's access, whether it asks or not. */
export type AccessFacts = Pick<AccessRow, 'hasAccess' | 'version'> & {
  [Name in 'since' | 'until' | 'reason']: AccessRow[Name] | null;
};

/** Whether somebody has shown that mails to their address reach them. */
export function isEmailVerified({ emailVerifiedAt }: { emailVerifiedAt: Date | null }): boolean {
  return emailVerifiedAt !== null;
}

/** Of somebody who never held the product. */
const none: AccessFacts = { hasAccess: false, since: null, until: null, reason: null, version: 0 };

/** The access of a user, as products see it. Who has no row, or was deleted, has no name. */
export function presentAccess(person: Person, access: AccessFacts | null): AccessView {
  const named = access && !person.deletedAt ? person : null;
  const { hasAccess, since, until, reason, version } = access ?? none;
  return {
    user: {
      id: person.id,
      email: named?.email ?? null,
      email_verified: named !== null && isEmailVerified(named),
      first_name: named?.firstName ?? null,
      last_name: named?.lastName ?? null,
    },
    has_access: hasAccess,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    reason,
    version,
  };
}
