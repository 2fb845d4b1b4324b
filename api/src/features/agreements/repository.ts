import { and, desc, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { agreements, legalChanges } from '../../db/schema.ts';

export type AgreementRow = typeof agreements.$inferSelect;
export type NewAgreement = typeof agreements.$inferInsert;
export type ChangeRow = typeof legalChanges.$inferSelect;

export async function insertAgreement(db: Db, agreement: NewAgreement): Promise<void> {
  await db.insert(agreements).values(agreement).onConflictDoNothing();
}

/** Stores the choice of a plan, in place of the last one of the same plan that nothing came of. */
export async function replaceChoice(db: Db, choice: NewAgreement): Promise<void> {
  const { id: _, ...said } = choice;
  await db
    .insert(agreements)
    .values(choice)
    .onConflictDoUpdate({
      target: [agreements.userId, agreements.planId],
      targetWhere: sql`${agreements.kind} = 'subscription' and ${agreements.stripeSubscriptionId} is null`,
      set: said,
    });
}

/** Ties the choice of a plan to the subscription that came of it; undefined where there was none. */
export async function concludeChoice(
  transaction: Db,
  { userId, planId, stripeId }: { userId: string; planId: string; stripeId: string },
): Promise<AgreementRow | undefined> {
  const [concluded] = await transaction
    .update(agreements)
    .set({ stripeSubscriptionId: stripeId })
    .where(
      and(
        eq(agreements.userId, userId),
        eq(agreements.planId, planId),
        eq(agreements.kind, 'subscription'),
        isNull(agreements.stripeSubscriptionId),
      ),
    )
    .returning();
  return concluded;
}

/** Keeps the mail that confirmed an agreement. */
export async function noteConfirmation(
  transaction: Db,
  id: string,
  confirmation: AgreementRow['confirmation'],
): Promise<void> {
  await transaction.update(agreements).set({ confirmation }).where(eq(agreements.id, id));
}

/** What a user agreed to, the newest first; choices that nothing came of are no agreements. */
export function findAgreementsOf(db: Db, userId: string): Promise<AgreementRow[]> {
  const isConcluded = or(
    isNotNull(agreements.stripeSubscriptionId),
    not(eq(agreements.kind, 'subscription')),
  );
  return db
    .select()
    .from(agreements)
    .where(and(eq(agreements.userId, userId), isConcluded))
    .orderBy(desc(agreements.agreedAt), desc(agreements.id));
}

export async function findChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [change] = await db.select().from(legalChanges).where(eq(legalChanges.id, id));
  return change;
}
