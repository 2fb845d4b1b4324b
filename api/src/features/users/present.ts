import type { UserView } from 'contract/users';
import type { UserRow } from './repository.ts';

/** Who a subscription or payment belongs to. */
export function presentPerson(person: {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}) {
  return {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
  };
}

/** A user as admins see it. */
export function presentUser(user: UserRow): UserView {
  return {
    ...presentPerson(user),
    role: user.role,
    isActive: user.isActive,
    created_at: user.createdAt.toISOString(),
  };
}
