import { and, eq, isNull, lt, ne, not, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { outgoingEmails, users } from '../db/schema.ts';

/** Stores a mail; false when one for this cause is already there. */
export async function insertEmail(
  db: Db,
  mail: typeof outgoingEmails.$inferInsert,
): Promise<boolean> {
  const inserted = await db
    .insert(outgoingEmails)
    .values(mail)
    .onConflictDoNothing()
    .returning({ cause: outgoingEmails.cause });
  return inserted.length > 0;
}

/** The mail of a cause that still waits to be sent. */
export async function findUnsentEmail(db: Db, cause: string) {
  const [mail] = await db
    .select()
    .from(outgoingEmails)
    .where(and(eq(outgoingEmails.cause, cause), isNull(outgoingEmails.sentAt)));
  return mail;
}

/** Whether the address of a mail is that of a user. */
const isKnown = sql`exists (select from ${users}
  where lower(${users.email}) = lower(${outgoingEmails.recipient}))`;

/**
 * What was in a mail is forgotten once it is sent: names and sums need not be kept twice. So is the
 * address of somebody who has been deleted since.
 */
export async function markEmailSent(db: Db, cause: string): Promise<void> {
  await db
    .update(outgoingEmails)
    .set({
      sentAt: new Date(),
      content: {},
      recipient: sql`case when ${isKnown} then ${outgoingEmails.recipient} else '' end`,
    })
    .where(eq(outgoingEmails.cause, cause));
}

/**
 * Forgets what was to be sent to somebody who is no user any more, and could not be for a week: for
 * longer than it is tried.
 */
export async function forgetUndelivered(db: Db): Promise<void> {
  const isOld = lt(outgoingEmails.createdAt, sql`now() - interval '7 days'`);
  await db
    .update(outgoingEmails)
    .set({ content: {}, recipient: '' })
    .where(
      and(isNull(outgoingEmails.sentAt), isOld, ne(outgoingEmails.recipient, ''), not(isKnown)),
    );
}
