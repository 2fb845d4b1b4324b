import { before, retention } from 'contract/retention';
import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { emailKey } from '../db/email-key.ts';
import { outgoingEmails, users } from '../db/schema.ts';

type NewMail = typeof outgoingEmails.$inferInsert;

/** The statement that stores a mail, unless one for this cause is already there. */
export const insertingEmail = (db: Db, mail: NewMail) =>
  db.execute(
    db
      .insert(outgoingEmails)
      .values(mail)
      .onConflictDoNothing()
      .returning({ cause: outgoingEmails.cause }),
  );

/** Stores a mail; false when one for this cause is already there. */
export async function insertEmail(db: Db, mail: NewMail): Promise<boolean> {
  return (await insertingEmail(db, mail)).rows.length > 0;
}

/** Whether a mail of a cause was stored. */
export async function existsEmail(db: Db, cause: string): Promise<boolean> {
  return (await db.$count(outgoingEmails, eq(outgoingEmails.cause, cause))) > 0;
}

/** The mail of a cause that still waits to be sent. */
export async function findUnsentEmail(db: Db, cause: string) {
  const [mail] = await db.select().from(outgoingEmails).where(isUnsent(cause));
  return mail;
}

const isUnsent = (cause: string) =>
  and(eq(outgoingEmails.cause, cause), isNull(outgoingEmails.sentAt));

/** Whether the mail of a cause still waits to be sent. */
export async function isEmailWaiting(db: Db, cause: string): Promise<boolean> {
  return (await findUnsentEmail(db, cause)) !== undefined;
}

/** Has a mail that waits say something else; false where none does. */
export async function rewriteUnsentEmail(db: Db, cause: string, content: object): Promise<boolean> {
  const rewritten = await db
    .update(outgoingEmails)
    .set({ content })
    .where(isUnsent(cause))
    .returning({ cause: outgoingEmails.cause });
  return rewritten.length > 0;
}

/** Takes a mail back that waits. */
export async function deleteUnsentEmail(db: Db, cause: string): Promise<void> {
  await db.delete(outgoingEmails).where(isUnsent(cause));
}

/**
 * What was in a mail is forgotten once it is sent: names and sums need not be kept twice. So is the
 * address of somebody who has been deleted since, or is being deleted in this moment, which is waited for.
 * False where that was noted before.
 */
export async function markEmailSent(db: Db, cause: string, recipient: string): Promise<boolean> {
  const isKnown = sql`exists (select from ${users} where ${users.emailKey} = ${emailKey(recipient)}
    for no key update)`;
  const marked = await db
    .update(outgoingEmails)
    .set({
      sentAt: new Date(),
      content: {},
      recipient: sql`case when ${isKnown} then ${outgoingEmails.recipient} else '' end`,
    })
    .where(isUnsent(cause))
    .returning({ cause: outgoingEmails.cause });
  return marked.length > 0;
}

/**
 * Forgets what was to be sent to somebody who is no user any more, and could not be for a week: for
 * longer than it is tried.
 */
export async function forgetUndelivered(db: Db): Promise<void> {
  const isOld = lt(outgoingEmails.createdAt, before(new Date(), retention.undeliveredMails));
  const old = await db
    .select({ cause: outgoingEmails.cause, recipient: outgoingEmails.recipient })
    .from(outgoingEmails)
    .where(and(isNull(outgoingEmails.sentAt), isOld, ne(outgoingEmails.recipient, '')));
  const keys = new Set(old.map(({ recipient }) => emailKey(recipient)));
  const isTheirs = inArray(users.emailKey, [...keys]);
  for (const user of await db.select({ key: users.emailKey }).from(users).where(isTheirs)) {
    keys.delete(user.key);
  }
  const strangers = old.filter(({ recipient }) => keys.has(emailKey(recipient)));
  const causes = strangers.map(({ cause }) => cause);
  await db
    .update(outgoingEmails)
    .set({ content: {}, recipient: '' })
    .where(and(inArray(outgoingEmails.cause, causes), isNull(outgoingEmails.sentAt)));
}
