import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Statement } from '../../../../db/at-once.ts';
import type { Db } from '../../../../db/client.ts';
import { checkoutIntents, stripeCustomers } from '../../../../db/schema.ts';

export type Intent = typeof checkoutIntents.$inferSelect;

/**
 * Finds the user's open intent for this plan or makes it the one that is open. An open intent for
 * something else is set to closing: its session must still be closed at Stripe.
 */
export async function claimIntent(
  transaction: Db,
  intended: { userId: string; planId: string; trialDays: number },
): Promise<Intent> {
  const open = await findOpen(transaction, intended.userId);
  if (open && open.planId === intended.planId && open.trialDays === intended.trialDays) {
    return open;
  }
  if (open) await setIntent(transaction, open.id, 'closing');
  const [intent] = await transaction
    .insert(checkoutIntents)
    .values({ id: uuid(), ...intended })
    .onConflictDoNothing()
    .returning();
  // Somebody else's transaction opened one at the same moment; it is visible now.
  return intent ?? claimIntent(transaction, intended);
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

/** The statement that sets the user's open intent, if there is one, to closing. */
export const closingOpenIntent = (db: Db, userId: string): Statement =>
  db.execute(
    db
      .update(checkoutIntents)
      .set({ status: 'closing' })
      .where(and(eq(checkoutIntents.userId, userId), eq(checkoutIntents.status, 'open'))),
  );

/** Sets the user's open intent, if there is one, to closing. */
export async function closeOpenIntent(db: Db, userId: string): Promise<void> {
  await closingOpenIntent(db, userId).execute();
}

/** Intents of a user whose sessions are still to be closed at Stripe. */
export async function findClosing(db: Db, userId: string): Promise<Intent[]> {
  return db
    .select()
    .from(checkoutIntents)
    .where(and(eq(checkoutIntents.userId, userId), eq(checkoutIntents.status, 'closing')));
}

/** Notes that a page of the portal is being opened on which the plan can be changed. Answers the note. */
export async function noteChange(
  db: Db,
  change: { userId: string; planId: string },
): Promise<string> {
  const id = uuid();
  await db.insert(checkoutIntents).values({ id, ...change, trialDays: 0, status: 'change' });
  return id;
}

/** Notes that the page is open, from now on. */
export async function notePage(db: Db, id: string, stripeSessionId: string): Promise<void> {
  await db
    .update(checkoutIntents)
    .set({ stripeSessionId, createdAt: sql`now()` })
    .where(eq(checkoutIntents.id, id));
}

/** Takes a note back of a page that could not be opened. */
export async function forgetChange(db: Db, id: string): Promise<void> {
  await db.delete(checkoutIntents).where(eq(checkoutIntents.id, id));
}

/** No page lives longer. */
const ofLastDay = gt(checkoutIntents.createdAt, sql`now() - interval '1 day'`);

/** The changes a customer opened pages for in the last day, oldest first. */
export async function findRequestedChanges(db: Db, customerId: string): Promise<Intent[]> {
  const found = await db
    .select({ intent: checkoutIntents })
    .from(checkoutIntents)
    .innerJoin(stripeCustomers, eq(stripeCustomers.userId, checkoutIntents.userId))
    .where(and(eq(stripeCustomers.id, customerId), eq(checkoutIntents.status, 'change'), ofLastDay))
    .orderBy(asc(checkoutIntents.createdAt));
  return found.map(({ intent }) => intent);
}

/**
 * Whether a plan was bought on a page that was opened for it here, which a subscription's metadata name, or
 * changed to on one that may have been confirmed since.
 */
export async function isChosenHere(
  transaction: Db,
  { userId, planId, intentId }: { userId: string; planId: string; intentId: string | null },
): Promise<boolean> {
  const isChange = and(eq(checkoutIntents.status, 'change'), ofLastDay);
  const isOfPage = or(isChange, sql`${checkoutIntents.id}::text = ${intentId}`);
  const isIt = and(
    eq(checkoutIntents.userId, userId),
    eq(checkoutIntents.planId, planId),
    isOfPage,
  );
  return (await transaction.$count(checkoutIntents, isIt)) > 0;
}

export async function setIntent(db: Db, id: string, status: Intent['status']): Promise<void> {
  await db.update(checkoutIntents).set({ status }).where(eq(checkoutIntents.id, id));
}

/**
 * Ends the open intents of a user for plans that would sell again what is held now: those that were `bought`
 * are completed. Answers the others, which are closing until their sessions are closed at Stripe.
 */
export async function settleIntents(
  db: Db,
  userId: string,
  { planIds, bought }: { planIds: string[]; bought: string[] },
): Promise<Pick<Intent, 'id' | 'stripeSessionId'>[]> {
  if (planIds.length === 0) return [];
  const { id, status, stripeSessionId, planId } = checkoutIntents;
  const isBought = sql`${id}::text = any(${sql.param(bought)}::text[])`;
  const settled = await db
    .update(checkoutIntents)
    .set({ status: sql`case when ${isBought} then 'completed' else 'closing' end` })
    .where(
      and(
        eq(checkoutIntents.userId, userId),
        inArray(status, ['open', 'closing']),
        inArray(planId, planIds),
      ),
    )
    .returning({ id, status, stripeSessionId });
  return settled.filter((intent) => intent.status === 'closing');
}
