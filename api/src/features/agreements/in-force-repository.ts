import type { LegalKind } from 'contract/agreements';
import { promised } from 'contract/promised';
import { inWords, retention } from 'contract/retention';
import {
  and,
  asc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { agreements, legalChanges, outgoingEmails, users } from '../../db/schema.ts';
import type { ChangeRow } from './repository.ts';
import { versionBefore } from './texts-repository.ts';

const today = sql`(now() at time zone 'Europe/London')::date`;
const afterNotice = (day: SQL) => sql`${day} + ${promised.changeNoticeDays}::int`;

/** Whether a user's account is older than a change: whoever came after it has agreed to it at sign-up. */
const isOlder = (userId: string): SQL =>
  sql`(select ${users.createdAt} from ${users} where ${users.id} = ${userId}) < ${legalChanges.announcedAt}`;

/** What a user noted of having read a change. */
const acknowledged = (userId: string): SQL =>
  sql`from ${agreements} where ${agreements.userId} = ${userId} and ${agreements.changeId} = ${legalChanges.id}`;

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
 * since the mail went out; whom it could not reach is told now, so that the notice begins today, or began
 * when they read of it. Null while it is tried. What was sent is known no more after its period, which is
 * longer than the notice.
 */
const inForceFor = (userId: string) => sql<string | null>`case
    when exists (select from ${outgoingEmails} where ${noticeTo(userId)})
    then (select greatest(${legalChanges.inForceOn},
        ${afterNotice(sql`(case when in_vain then ${today} else on_day end)`)})
      from (${told(userId)}) as told where in_vain or on_day is not null)
    when ${legalChanges.announcedAt} < now() - ${inWords(retention.sentMails)}::interval
    then ${legalChanges.inForceOn}
    else (select greatest(${legalChanges.inForceOn},
        ${afterNotice(sql`(${agreements.agreedAt} at time zone 'Europe/London')::date`)})
      ${acknowledged(userId)}) end`;

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
        isOlder(userId),
        not(exists(sql`(select ${acknowledged(userId)})`)),
      ),
    )
    .orderBy(legalChanges.inForceOn, legalChanges.id);
  return rows.map((row) => ({ ...row.change, inForceOn: row.inForceOn }));
}

/** A change that does not hold yet for somebody. */
export interface ToCome {
  version: string;
  /** The day in London from which on it does; where its mail still waits, the first that it may be. */
  from: string;
  /** What held as it was announced; null where no other version was kept. */
  before: string | null;
}

/**
 * The changes of a text that were announced and do not hold yet for a user, the oldest first. What they
 * have agreed to already holds.
 */
export function findToCome(db: Db, userId: string, kind: LegalKind): Promise<ToCome[]> {
  const inForceOn = inForceFor(userId);
  const column = kind === 'terms' ? agreements.termsVersion : agreements.privacyVersion;
  const hasAgreed = db
    .select({ id: agreements.id })
    .from(agreements)
    .where(
      and(
        eq(agreements.userId, userId),
        eq(column, legalChanges.version),
        or(eq(agreements.kind, 'account'), isNotNull(agreements.stripeSubscriptionId)),
      ),
    );
  return db
    .select({
      version: legalChanges.version,
      from: sql<string>`coalesce(${inForceOn}, greatest(${legalChanges.inForceOn}, ${afterNotice(today)}))::text`,
      before: versionBefore(db),
    })
    .from(legalChanges)
    .where(
      and(
        eq(legalChanges.kind, kind),
        or(isNull(inForceOn), gt(inForceOn, today)),
        isOlder(userId),
        not(exists(hasAgreed)),
      ),
    )
    .orderBy(asc(legalChanges.announcedAt));
}
