import type { Statement } from '../../db/at-once.ts';
import type { AuditAction } from '../../db/audit-periods.ts';
import type { Db } from '../../db/client.ts';
import type { Page, PageRequest } from '../../db/keyset.ts';
import type { Services } from '../../services.ts';
import {
  type AuditFilter,
  type AuditRow,
  type EntryWithPeople,
  findEntries,
  findEntriesAbout,
} from './list-repository.ts';
import { existsEntry, insertEntry, insertingEntry, lockEntry } from './repository.ts';

/** What is written down (product S26, S27). */
export type Action = AuditAction;

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

/** The same as a statement of a transaction that is sent in one go. */
export const auditing = (transaction: Db, entry: Entry): Statement =>
  insertingEntry(transaction, entry);

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

/** Who reads, and from where. */
interface Reader {
  actorId: string;
  address: string;
}

/** Notes that an admin opens what is known of a user; not of oneself. */
export async function noteOpened(
  services: Pick<Services, 'db' | 'limits'>,
  by: Reader,
  userId: string,
): Promise<void> {
  if (by.actorId === userId) return;
  await auditRepeatable(services, { action: 'user.opened', target: userId, ...by });
}

/**
 * Notes that an admin opens a page of a list with people in it: which, by what filters, and how many rows, of
 * how many where they are counted.
 */
export async function noteListOpened(
  services: Pick<Services, 'db' | 'limits'>,
  by: Reader,
  { list, query = {} }: { list: string; query?: object },
  { rows, stats }: { rows: unknown[]; stats?: { total: number } },
): Promise<void> {
  // Without filters nobody can tell of whom there was nothing: what is empty names nobody.
  if (rows.length === 0 && !stats) return;
  const target = `${list} ${JSON.stringify(query)}`;
  const detail = stats ? `${rows.length} of ${stats.total}` : String(rows.length);
  await auditRepeatable(services, { action: 'list.opened', target, detail, ...by });
}

/**
 * Adds what was done outside of a transaction and may be done again, also at the same moment: the same once,
 * by its detail. Answers whether it is new.
 */
export function auditOnce(db: Db, entry: Entry & { detail: string }): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockEntry(transaction, entry);
    if (await existsEntry(transaction, entry)) return false;
    await insertEntry(transaction, entry);
    return true;
  });
}

/** One page of what was written down, newest first. Throws ForeignCursor. */
export function listEntries(
  db: Db,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<EntryWithPeople>> {
  return findEntries(db, filter, request);
}

/**
 * What was done by somebody, or to them, of these kinds: the last fifty, and of what others did to them the last fifty,
 * whatever they have done since themselves; the newest first.
 */
export async function entriesAbout(
  { db }: Pick<Services, 'db'>,
  userId: string,
  actions: readonly Action[],
): Promise<AuditRow[]> {
  const asked = { userId, actions: [...actions], limit: 50 };
  const [all, byOthers] = await Promise.all([
    findEntriesAbout(db, asked),
    findEntriesAbout(db, { ...asked, by: 'others' }),
  ]);
  // Both are in one order: what others did before the last fifty comes after them.
  const isThere = new Set(all.map(({ id }) => id));
  const earlier = byOthers.filter(({ id }) => !isThere.has(id));
  return [...all, ...earlier];
}
