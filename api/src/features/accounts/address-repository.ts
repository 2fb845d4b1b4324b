import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { outgoingEmails } from '../../db/schema.ts';

/** Whether a database error says that an e-mail is taken. */
export function isEmailTaken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'users_email') return true;
  }
  return false;
}

/** Sends what still waits for an e-mail, but for mails of these kinds, to the one in its place. */
export async function redirectMails(
  transaction: Db,
  { from, to, but }: { from: string; to: string; but: readonly string[] },
): Promise<void> {
  await transaction
    .update(outgoingEmails)
    .set({ recipient: to })
    .where(
      and(
        eq(outgoingEmails.recipient, from),
        isNull(outgoingEmails.sentAt),
        notInArray(outgoingEmails.template, [...but, '']),
      ),
    );
}

/** Takes an e-mail that is nobody's any more out of the mails that were sent to it. */
export async function forgetAddress(transaction: Db, email: string): Promise<void> {
  await transaction
    .update(outgoingEmails)
    .set({ recipient: '' })
    .where(and(eq(outgoingEmails.recipient, email), isNotNull(outgoingEmails.sentAt)));
}
