import type { OwnAction } from 'contract/account-history';
import type { AuditEntry } from 'contract/audit';
import type { AuditRow, EntryWithPeople } from './list-repository.ts';

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

/** What the reason is told of, where we did it: other details are for us. */
const explained = ['view.opened', 'factors.reset'];

/** An entry as the one whose account it concerns sees it. */
export function presentOwn({ id, at, action, actorId, detail }: AuditRow, userId: string) {
  const isOurs = actorId !== userId;
  return {
    id,
    at: at.toISOString(),
    action: action as OwnAction,
    by_us: isOurs,
    reason: isOurs && explained.includes(action) ? detail : null,
  };
}

function presentPerson(person: NonNullable<EntryWithPeople['actor']>) {
  const { id, firstName, lastName, email } = person;
  return { id, name: `${firstName} ${lastName}`, email };
}
