import type { AuditEntry } from 'contract/audit';
import type { EntryWithPeople } from './list-repository.ts';

/** An entry as admins see it. */
export function presentEntry({ entry, actor, targetUser }: EntryWithPeople): AuditEntry {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    actor: actor && presentPerson(actor),
    target: entry.target,
    target_user: targetUser && presentPerson(targetUser),
    address: entry.address,
    detail: entry.detail,
  };
}

function presentPerson(person: NonNullable<EntryWithPeople['actor']>) {
  const { id, firstName, lastName, email } = person;
  return { id, name: `${firstName} ${lastName}`, email };
}
