import { promised } from 'contract/promised';
import { inWords, retention } from 'contract/retention';
import { and, desc, eq, exists, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { agreements, legalChanges, outgoingEmails, users } from '../../db/schema.ts';

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

/** Whether a user is to hear of a change: their account is older, and they have not noted it. */
const concerns = (userId: string): SQL | undefined =>
  and(
    sql`(select ${users.createdAt} from ${users} where ${users.id} = ${userId}) < ${legalChanges.announcedAt}`,
    not(
      exists(
        sql`(select from ${agreements} where ${agreements.userId} = ${userId} and ${agreements.changeId} = ${legalChanges.id})`,
      ),
    ),
  );

/** The mail that tells a user of a change. */
const noticeTo = (userId: string): SQL =>
  sql`${outgoingEmails.cause} = 'legal-change:' || ${legalChanges.id} || ':' || ${userId}`;

/** When the mail to a user went out (null while it has not), and whether it is tried no more. */
const told = (userId: string) => sql`select
    (${outgoingEmails.sentAt} at time zone 'Europe/London')::date as on_day,
    ${outgoingEmails.sentAt} is null and ${outgoingEmails.createdAt}
      < now() - ${inWords(retention.undeliveredMails)}::interval as in_vain
  from ${outgoingEmails} where ${noticeTo(userId)}`;

/**
 * From which day on a change is in force for a user: the one that was announced, or when the notice is over
 * since the mail went out; whom it could not reach is told now, so that the notice begins today. Null while
 * it is tried. What was sent is known no more after its period, which is longer than the notice.
 */
const inForceFor = (userId: string) => sql<string | null>`case
    when exists (select from ${outgoingEmails} where ${noticeTo(userId)})
    then (select greatest(${legalChanges.inForceOn},
        (case when in_vain then ${today} else on_day end) + ${promised.changeNoticeDays}::int)
      from (${told(userId)}) as told where in_vain or on_day is not null)
    when ${legalChanges.announcedAt} < now() - ${inWords(retention.sentMails)}::interval
    then ${legalChanges.inForceOn} end`;

const today = sql`(now() at time zone 'Europe/London')::date`;

/**
 * The changes that a user is to be shown and has not been, the oldest first: those that are in force for
 * them, and those whose day has come and whose mail could not reach them.
 */
export async function findUntold(db: Db, userId: string): Promise<ChangeRow[]> {
  const inForceOn = inForceFor(userId);
  const isUnreached = sql`exists (select from (${told(userId)}) as told where in_vain)`;
  const rows = await db
    .select({ change: legalChanges, inForceOn: sql<string>`(${inForceOn})::text` })
    .from(legalChanges)
    .where(
      and(
        lte(legalChanges.inForceOn, today),
        or(lte(inForceOn, today), isUnreached),
        concerns(userId),
      ),
    )
    .orderBy(legalChanges.inForceOn, legalChanges.id);
  return rows.map((row) => ({ ...row.change, inForceOn: row.inForceOn }));
}

export async function findChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [change] = await db.select().from(legalChanges).where(eq(legalChanges.id, id));
  return change;
}
