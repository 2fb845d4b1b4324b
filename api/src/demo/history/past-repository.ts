import { and, eq, inArray, or } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { emailKey } from '../../db/email-key.ts';
import { auditLog, stripeCustomers, users } from '../../db/schema.ts';

/** Something that was written down at a moment that has passed. */
export interface PastEntry {
  at: Date;
  action: string;
  actorId?: string;
  target?: string;
  address: string;
  detail?: string;
}

/** Which of these users are told of already: how their account was made is on record. */
export async function findRecorded(db: Db, userIds: string[]): Promise<Set<string>> {
  const { action, actorId, target } = auditLog;
  const found = await db
    .select({ actorId, target })
    .from(auditLog)
    .where(
      or(
        and(eq(action, 'account.created'), inArray(actorId, userIds)),
        and(eq(action, 'user.created'), inArray(target, userIds)),
      ),
    );
  return new Set(found.map((entry) => entry.target ?? entry.actorId ?? ''));
}

/** The customers of Stripe's that these users are, by their ids. */
export async function findCustomers(db: Db, userIds: string[]): Promise<Map<string, string>> {
  const { id, userId } = stripeCustomers;
  const found = await db
    .select({ id, userId })
    .from(stripeCustomers)
    .where(inArray(userId, userIds));
  return new Map(found.map((customer) => [customer.userId, customer.id]));
}

/** Who has this e-mail. */
export async function findAccount(db: Db, email: string) {
  const [account] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  return account;
}

/** Stores an account unless it is there; false where the e-mail is somebody else's. */
export async function insertPastAccount(
  db: Db,
  account: typeof users.$inferInsert,
): Promise<boolean> {
  await db
    .insert(users)
    .values({ ...account, isDemo: true })
    .onConflictDoNothing();
  return (await findAccount(db, account.email))?.id === account.id;
}

/** Adds to the audit log what happened in the past, in any order. */
export async function insertPastEntries(db: Db, entries: PastEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insert(auditLog)
    .values(entries.map((entry) => ({ id: uuid({ msecs: entry.at.getTime() }), ...entry })));
}

/** Writes what became of a user, and when. */
export async function setPast(
  db: Db,
  id: string,
  past: Partial<
    Pick<
      typeof users.$inferInsert,
      'createdAt' | 'role' | 'isActive' | 'deactivatedAt' | 'deletedAt'
    >
  >,
): Promise<void> {
  await db.update(users).set(past).where(eq(users.id, id));
}
