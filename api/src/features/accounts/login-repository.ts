import { and, eq, exists, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type CountedTry, countingTry } from '../../db/count-tries.ts';
import { emailKey } from '../../db/email-key.ts';
import { prepared, textArray } from '../../db/prepared.ts';
import {
  auditLog,
  authenticatorApps,
  passkeys,
  productAccess,
  recoveryCodes,
  sessions,
  users,
} from '../../db/schema.ts';
import type { UserRow } from './repository.ts';
import { type Counter, type CounterLists, counterLists, type Try } from './tries-repository.ts';

/*
 * What a sign-in asks of the database, in as few statements as it can be said: beside hashing they
 * are what a sign-in costs, and they stand in the way of the hashes of others.
 */

/** The user, with what decides how they sign in. */
function loginFields(db: Db) {
  const one = { one: sql`1` };
  // Built, not written: in a field of its own a text names its columns without their tables,
  // and both tables have an id.
  const isThere = (query: SQLWrapper) => exists(query) as SQL<boolean>;
  const isApp = and(
    eq(authenticatorApps.userId, users.id),
    isNotNull(authenticatorApps.confirmedAt),
  );
  const mayUse = and(eq(productAccess.userId, users.id), productAccess.hasAccess);
  const isCode = eq(recoveryCodes.userId, users.id);
  return {
    user: users,
    mayUseAny: isThere(db.select(one).from(productAccess).where(mayUse)),
    hasApp: isThere(db.select(one).from(authenticatorApps).where(isApp)),
    hasPasskey: isThere(db.select(one).from(passkeys).where(eq(passkeys.userId, users.id))),
    hasRecoveryCode: isThere(db.select(one).from(recoveryCodes).where(isCode)),
  };
}

const login = prepared((db) =>
  db
    .select(loginFields(db))
    .from(users)
    .where(eq(users.emailKey, sql.placeholder('emailKey')))
    .prepare('find_login'),
);

/** Who signs in, with what decides how. */
export interface Login {
  user: UserRow;
  mayUseAny: boolean;
  hasApp: boolean;
  hasPasskey: boolean;
  hasRecoveryCode: boolean;
}

/**
 * The user with this e-mail, however it is written, whether a product may be used, and which second
 * factors there are.
 */
export async function findLogin(db: Db, email: string): Promise<Login | undefined> {
  const [found] = await login(db).execute({ emailKey: emailKey(email) });
  return found;
}

/*
 * Whose sign-in it is, and the try that it is, at once: the limits are met before anything is hashed, and
 * which of them hold depends on whether the mark of the device names the user.
 */
const loginBegun = prepared((db) => {
  const { placeholder } = sql;
  // As `tagOf` has it.
  const tag = sql`left(encode(sha256(convert_to(${users.id} || ' ' || ${users.deviceGeneration}, 'UTF8')), 'base64'), 12)`;
  const isKnown = sql<boolean>`known.is_known`;
  const either = (name: keyof CounterLists, type: string) =>
    sql`case when ${isKnown} then ${placeholder(`${name}OfKnown`)}::${sql.raw(type)}[]
      else ${placeholder(name)}::${sql.raw(type)}[] end`;
  return (
    db
      .select({
        ...loginFields(db),
        isKnown,
        wait: sql<number>`begun.wait`,
        isFirst: sql<boolean>`begun.is_first`,
      })
      .from(sql`(values (1)) as one`)
      .leftJoin(users, eq(users.emailKey, placeholder('emailKey')))
      // `offset 0`: worked out once, and not wherever it is used.
      .crossJoinLateral(
        sql`(select coalesce(${tag} = any(${placeholder('knownTags')}::text[]), false) as is_known offset 0) as known`,
      )
      .crossJoinLateral(
        sql`begin_try(${placeholder('tryId')}, ${either('keys', 'text')}, ${either('most', 'int')},
        ${either('seconds', 'int')}, ${either('block', 'int')}, ${placeholder('pendingSeconds')}::int) as begun`,
      )
      .prepare('begin_login')
  );
});

/**
 * The user with this e-mail as `findLogin` has them, and their try begun as `beginTry` does: by the
 * counters of a known device where one of `knownTags` is the user's, else by the others.
 */
export async function beginLogin(
  db: Db,
  email: string,
  attempt: { id: string; known: Counter[]; unknown: Counter[]; pendingSeconds: number },
  knownTags: string[],
): Promise<{ found: Login | undefined; isKnown: boolean; wait: number; isFirst: boolean }> {
  const ofKnown = Object.entries(counterLists(attempt.known));
  const [begun] = await loginBegun(db).execute({
    ...counterLists(attempt.unknown),
    ...Object.fromEntries(ofKnown.map(([name, list]) => [`${name}OfKnown`, list])),
    emailKey: emailKey(email),
    tryId: attempt.id,
    pendingSeconds: attempt.pendingSeconds,
    knownTags: textArray(knownTags),
  });
  if (!begun) throw new Error('a try to sign in was not begun');
  const { user, isKnown, wait, isFirst, ...rest } = begun;
  return { found: user ? { user, ...rest } : undefined, isKnown, wait, isFirst };
}

/*
 * The sign-in is noted with the user, too, which keeps the account from being deleted for nobody's
 * using it: to the day, so that whoever signs in often writes no more than before, and the first one always.
 *
 * The session is opened only if the user is still as the password was compared with: a change of
 * password, a deactivation or a deletion that came in between has ended all sessions, and this one
 * would outlive it. The lock makes one that is under way be waited for.
 *
 * The entry in the audit log has the session's id: the address is kept there, and nowhere else. It says what
 * the session was opened with.
 *
 * The log-in is counted first, where it is: one too many opens nothing.
 */
const newSession = prepared((db) => {
  const { placeholder } = sql;
  const counted = db.$with('counted').as(countingTry(db));
  const held = db.$with('held').as(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        sql`${users.id} = ${placeholder('userId')} and ${users.isActive}
          and ${users.passwordHash} = ${placeholder('passwordHash')}
          and not exists (select from counted where is_too_many)`,
      )
      .for('no key update'),
  );
  const seen = db.$with('seen').as(
    db
      .update(users)
      .set({ lastLoginAt: sql`now()`, deletionDueAt: null, updatedAt: sql`${users.updatedAt}` })
      .where(
        // The id by itself, too: else all users are looked through for those that are due, while they are few.
        sql`${users.id} = ${placeholder('userId')} and ${users.id} in (select id from held)
          and (${users.deletionDueAt} is not null
          or ${users.lastLoginAt} < now() - interval '1 day'
          or ${users.lastLoginAt} = ${users.createdAt})`,
      )
      .returning({ id: users.id }),
  );
  const opened = db.$with('opened').as(
    db
      .insert(sessions)
      .select(
        sql`select ${placeholder('id')}::uuid, held.id, ${placeholder('expiresAt')}::timestamptz, now(),
          ${placeholder('device')}::text, now(), null::timestamptz, null::uuid from held`,
      )
      .returning({ id: sessions.id, userId: sessions.userId }),
  );
  const noted = db.$with('noted').as(
    db
      .insert(auditLog)
      .select(
        sql`select id, now(), 'login.succeeded', user_id, null,
          ${placeholder('address')}, ${placeholder('factor')}::text from opened`,
      )
      .returning({ id: auditLog.id }),
  );
  return db
    .with(counted, held, seen, opened, noted)
    .select({
      isOpened: sql<boolean>`exists (select from opened)`,
      wait: sql<number>`coalesce((select seconds_left from counted where is_too_many), 0)`,
      ended: sql`(select end_try(${placeholder('tryId')}, ${placeholder('keys')}::text[], false,
        ${placeholder('forgotten')}::text[])::text from opened)`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('new_session');
});

/**
 * Stores a session with its entry in the audit log, counts the log-in, and ends the try that it comes of. Not
 * opened, and nothing stored, when the user may no longer sign in with that password, and where that were too
 * many: then `wait` is above 0, in seconds.
 */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: string;
    passwordHash: string;
    expiresAt: Date;
    address: string;
    factor: string;
    device: string;
    attempt: Try;
    counted: CountedTry;
  },
): Promise<{ isOpened: boolean; wait: number }> {
  const { attempt, counted, ...values } = session;
  const [done] = await newSession(db).execute({
    ...values,
    ...counted,
    expiresAt: session.expiresAt.toISOString(),
    tryId: attempt.id,
    keys: textArray(attempt.keys),
    forgotten: textArray(attempt.forgotten),
  });
  return done ?? { isOpened: false, wait: 0 };
}
