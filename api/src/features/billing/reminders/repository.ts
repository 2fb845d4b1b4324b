import { promised } from 'contract/promised';
import { and, asc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { outgoingEmails, stripeCustomers, subscriptions, users } from '../../../db/schema.ts';

/** A day more than the notice, since days are London's. */
const soon = (now: Date, days: number): Date => new Date(now.getTime() + (days + 1) * 86_400_000);

/** How many are looked at in one go. */
const atOnce = 1_000;

const goesOn = sql`${subscriptions.hasAccess} and not ${subscriptions.cancelAtPeriodEnd}`;
/** Support has set a date for its end that comes after its next renewal. */
const endsLater = sql`${subscriptions.hasAccess} and ${subscriptions.cancelAtPeriodEnd}
  and ${subscriptions.endsAt} > ${subscriptions.periodEnd}`;

/**
 * Subscriptions that renew soon and may have to be told of it or of their card, with what their holder
 * has: those after the customer given, by their customers' ids.
 */
export async function findRenewing(db: Db, now: Date, after: string) {
  const { renewalReminderDays, renewalReminderMonths, cardNoticeDays } = promised;
  const months = sql`(extract(year from ${subscriptions.periodEnd} at time zone 'UTC') * 12
    + extract(month from ${subscriptions.periodEnd} at time zone 'UTC')
    - extract(year from coalesce(${subscriptions.trialEnd}, ${subscriptions.startedAt}) at time zone 'UTC') * 12
    - extract(month from coalesce(${subscriptions.trialEnd}, ${subscriptions.startedAt}) at time zone 'UTC'))`;
  const isToldOf = and(
    eq(subscriptions.status, 'active'),
    lt(subscriptions.periodEnd, soon(now, renewalReminderDays)),
    or(eq(subscriptions.cycle, 'yearly'), sql`mod(${months}::int, ${renewalReminderMonths}) = 0`),
  );
  const isCardTooOld = sql`make_date((${stripeCustomers.card} ->> 'expYear')::int,
    (${stripeCustomers.card} ->> 'expMonth')::int, 1) + interval '1 month' <= ${subscriptions.periodEnd} + interval '1 day'`;
  const those = (renewing: SQL) =>
    db
      .selectDistinct({ id: stripeCustomers.id })
      .from(subscriptions)
      .innerJoin(stripeCustomers, eq(stripeCustomers.userId, subscriptions.userId))
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .where(
        and(
          renewing,
          gt(subscriptions.periodEnd, now),
          lt(subscriptions.periodEnd, soon(now, cardNoticeDays)),
          or(isToldOf, isCardTooOld),
          isNull(users.deletedAt),
          gt(stripeCustomers.id, after),
        ),
      )
      .orderBy(asc(stripeCustomers.id))
      .limit(atOnce);
  // As `renews` has it, in two halves, since each has an index of its own.
  const customers = await union(those(goesOn), those(endsLater))
    .orderBy(asc(stripeCustomers.id))
    .limit(atOnce);
  return customers.map(({ id }) => id);
}

/** What these customers hold, with what a mail to them needs. */
export async function findHoldings(db: Db, customers: string[]) {
  if (customers.length === 0) return [];
  const rows = await db
    .select({ customer: stripeCustomers, subscription: subscriptions })
    .from(stripeCustomers)
    .innerJoin(subscriptions, eq(subscriptions.userId, stripeCustomers.userId))
    .where(and(inArray(stripeCustomers.id, customers), subscriptions.hasAccess));
  return customers.map((id) => {
    const theirs = rows.filter(({ customer }) => customer.id === id);
    const { balance = null, card = null } = theirs[0]?.customer ?? {};
    return { id, balance, card, subscriptions: theirs.map(({ subscription }) => subscription) };
  });
}

/** Which of these causes have a mail. */
export async function findTold(db: Db, causes: string[]): Promise<Set<string>> {
  if (causes.length === 0) return new Set();
  const found = await db
    .select({ cause: outgoingEmails.cause })
    .from(outgoingEmails)
    .where(inArray(outgoingEmails.cause, causes));
  return new Set(found.map(({ cause }) => cause));
}
