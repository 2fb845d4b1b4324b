import type { AuditEntry } from 'contract/audit';
import type { EntryWithActor } from './list-repository.ts';

/** An entry as admins see it. */
export function presentEntry({ entry, actor }: EntryWithActor): AuditEntry {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    actor: actor && {
      id: actor.id,
      name: `${actor.firstName} ${actor.lastName}`,
      email: actor.email,
    },
    target: entry.target,
    address: entry.address,
  };
}
