import type { Db } from '../../db/client.ts';
import type { Page, PageRequest } from '../../db/keyset.ts';
import type { Services } from '../../services.ts';
import { type AuditFilter, type EntryWithPeople, findEntries } from './list-repository.ts';
import { existsEntry, insertEntry } from './repository.ts';

/** What is written down (product S26, S27). */
export type Action =
  | 'account.created'
  | 'login.succeeded'
  | 'login.refused'
  | 'login.limited'
  | 'logout'
  | 'session.ended'
  | 'password.changed'
  | 'password.refused'
  | 'code.refused'
  | 'factor.added'
  | 'factor.removed'
  | 'factors.reset'
  | 'recovery-code.used'
  | 'recovery-codes.made'
  | 'data.copied'
  | 'data.fetched'
  | 'access.refused'
  | 'product.opened'
  | 'user.activated'
  | 'user.deactivated'
  | 'user.promoted'
  | 'user.demoted'
  | 'user.changed'
  | 'user.trial-allowed'
  | 'user.created'
  | 'user.deleted'
  | 'list.exported'
  | 'event.resent'
  | 'job.retried'
  | 'subscription.withdrawn'
  | 'payment.refunded';

export interface Entry {
  action: Action;
  /** Who did it, where that is known. */
  actorId?: string;
  /** To what or whom: an id, an e-mail as typed, an address of the API. */
  target?: string;
  /** From where. */
  address: string;
  /** What exactly, where the action does not say it all: sums, ids, the reason of a refund. */
  detail?: string;
}

/** Adds to the audit log, in the transaction of the act where there is one. */
export async function audit(db: Db, entry: Entry): Promise<void> {
  await insertEntry(db, entry);
}

/**
 * Adds what somebody signed in can cause as often as they like: once in a quarter of an hour for each
 * person, action and target, so that nobody fills the log (product S37).
 */
export async function auditRepeatable(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  entry: Entry & { actorId: string },
): Promise<void> {
  const { action, actorId, target = '' } = entry;
  if (await limits.repeatedEntry.allows(`${actorId} ${action} ${target}`)) await audit(db, entry);
}

/** Adds what was done outside of a transaction and may be done again: the same once, by its detail. */
export async function auditOnce(db: Db, entry: Entry & { detail: string }): Promise<void> {
  if (!(await existsEntry(db, entry))) await insertEntry(db, entry);
}

/** One page of what was written down, newest first. Throws ForeignCursor. */
export function listEntries(
  db: Db,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<EntryWithPeople>> {
  return findEntries(db, filter, request);
}
