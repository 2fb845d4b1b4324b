import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { emailLinks, users } from '../../db/schema.ts';
import { holdUser, type UserRow } from './repository.ts';

export type EmailLink = typeof emailLinks.$inferSelect;
type Purpose = EmailLink['purpose'];

export async function insertLink(db: Db, link: typeof emailLinks.$inferInsert): Promise<void> {
  await db.insert(emailLinks).values(link);
}

/**
 * Uses up a link, with its user held, who may sign in. Of two transactions with one key the second finds
 * nothing.
 */
export async function takeLink(
  db: Db,
  purpose: Purpose,
  keyHash: string,
): Promise<{ link: EmailLink; user: UserRow } | undefined> {
  const isLink = and(
    eq(emailLinks.keyHash, keyHash),
    eq(emailLinks.purpose, purpose),
    sql`${emailLinks.expiresAt} > now()`,
  );
  const [found] = await db.select().from(emailLinks).where(isLink);
  const user = found && (await holdUser(db, found.userId));
  const [link] = await db.delete(emailLinks).where(isLink).returning();
  return link && user?.isActive ? { link, user } : undefined;
}

/** Voids the links of a user that are for this. */
export async function deleteLinksOf(db: Db, userId: string, purpose: Purpose): Promise<void> {
  await db
    .delete(emailLinks)
    .where(and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, purpose)));
}

/** Nobody has shown yet that the user's e-mail is theirs, and no product opens before they have. */
export async function markUnverified(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: null, opensUnverified: false })
    .where(eq(users.id, userId));
}

/** Notes that the user's e-mail is theirs, however it was shown: no link to confirm it does anything more. */
export async function markVerified(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(eq(users.id, userId));
  await deleteLinksOf(db, userId, 'verify');
}
