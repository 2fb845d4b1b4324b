import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../../db/client.ts';
import { checkoutIntents } from '../../../db/schema.ts';

export type Intent = typeof checkoutIntents.$inferSelect;

/**
 * Finds the user's open intent for this plan or makes it the one that is open. An open intent for
 * something else is replaced and handed back, so that its session can be closed at Stripe.
 */
export async function claimIntent(
  transaction: Db,
  wish: { userId: string; planId: string; trialDays: number },
): Promise<{ intent: Intent; replaced: Intent | null }> {
  const open = await findOpen(transaction, wish.userId);
  if (open && open.planId === wish.planId && open.trialDays === wish.trialDays) {
    return { intent: open, replaced: null };
  }
  if (open) await closeIntent(transaction, open.id, 'replaced');
  const [intent] = await transaction
    .insert(checkoutIntents)
    .values({ id: uuid(), ...wish })
    .onConflictDoNothing()
    .returning();
  // Somebody else's transaction opened one at the same moment; it is visible now.
  return intent ? { intent, replaced: open ?? null } : claimIntent(transaction, wish);
}

async function findOpen(transaction: Db, userId: string): Promise<Intent | undefined> {
  const [intent] = await transaction
    .select()
    .from(checkoutIntents)
    .where(and(eq(checkoutIntents.userId, userId), eq(checkoutIntents.status, 'open')))
    .for('update');
  return intent;
}

/** Notes the session of an intent; false when the intent is no longer open. */
export async function noteSession(db: Db, id: string, sessionId: string): Promise<boolean> {
  const noted = await db
    .update(checkoutIntents)
    .set({ stripeSessionId: sessionId })
    .where(and(eq(checkoutIntents.id, id), eq(checkoutIntents.status, 'open')))
    .returning({ id: checkoutIntents.id });
  return noted.length > 0;
}

export async function closeIntent(
  db: Db,
  id: string,
  status: 'completed' | 'replaced' | 'expired',
): Promise<void> {
  await db
    .update(checkoutIntents)
    .set({ status })
    .where(and(eq(checkoutIntents.id, id), eq(checkoutIntents.status, 'open')));
}

/** Closes the open intents of a user for plans that are held now. */
export async function completeIntents(db: Db, userId: string, planIds: string[]): Promise<void> {
  if (planIds.length === 0) return;
  await db
    .update(checkoutIntents)
    .set({ status: 'completed' })
    .where(
      and(
        eq(checkoutIntents.userId, userId),
        eq(checkoutIntents.status, 'open'),
        inArray(checkoutIntents.planId, planIds),
      ),
    );
}
