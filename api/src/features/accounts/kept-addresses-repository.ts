import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { emailChanges, emailLinks } from '../../db/schema.ts';

/**
 * Whether an e-mail is kept for somebody else, who has left it and can still undo that. Asked once the
 * e-mail was written: whoever was leaving it has been waited for by its unique key, and nobody leaves it
 * while another has it.
 */
export async function isKeptForOther(
  transaction: Db,
  user: { id: string; emailKey: string },
): Promise<boolean> {
  const [kept] = await transaction
    .select({ id: emailChanges.id })
    .from(emailLinks)
    .innerJoin(emailChanges, eq(emailChanges.id, emailLinks.changeId))
    .where(
      and(
        eq(emailLinks.emailKey, user.emailKey),
        eq(emailLinks.purpose, 'undo'),
        ne(emailLinks.userId, user.id),
        sql`${emailLinks.expiresAt} > now()`,
        isNotNull(emailChanges.confirmedAt),
      ),
    )
    .limit(1);
  return kept !== undefined;
}
