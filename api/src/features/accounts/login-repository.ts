import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
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
import type { Try } from './tries.ts';

/*
 * What a sign-in asks of the database, in as few statements as it can be said: beside hashing they
 * are what a sign-in costs, and they stand in the way of the hashes of others.
 */

const login = prepared((db) =>
  db
    .select({
      user: users,
      // Built, not written: in a field of its own a text names its columns without their tables,
      // and both tables have an id.
      mayUseAny: exists(
        db
          .select({ one: sql`1` })
          .from(productAccess)
          .where(and(eq(productAccess.userId, users.id), productAccess.hasAccess)),
      ) as SQL<boolean>,
      hasApp: exists(
        db
          .select({ one: sql`1` })
          .from(authenticatorApps)
          .where(
            and(eq(authenticatorApps.userId, users.id), isNotNull(authenticatorApps.confirmedAt)),
          ),
      ) as SQL<boolean>,
      hasPasskey: exists(
        db.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.userId, users.id)),
      ) as SQL<boolean>,
      hasRecoveryCode: exists(
        db.select({ one: sql`1` }).from(recoveryCodes).where(eq(recoveryCodes.userId, users.id)),
      ) as SQL<boolean>,
    })
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
 * The sign-in is noted with the user, too, which keeps the account from being deleted for nobody's
 * using it: to the day, so that whoever signs in often writes no more than before.
 *
 * The session is opened only if the user is still as the password was compared with: a change of
 * password, a deactivation or a deletion that came in between has ended all sessions, and this one
 * would outlive it. The lock makes one that is under way be waited for.
 *
 * The entry in the audit log has the session's id: the address is kept there, and nowhere else. It says what
 * the session was opened with.
 */
const newSession = prepared((db) => {
  const { placeholder } = sql;
  const held = db.$with('held').as(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        sql`${users.id} = ${placeholder('userId')} and ${users.isActive}
          and ${users.passwordHash} = ${placeholder('passwordHash')}`,
      )
      .for('no key update'),
  );
  const seen = db.$with('seen').as(
    db
      .update(users)
      .set({ lastLoginAt: sql`now()`, deletionDueAt: null, updatedAt: sql`${users.updatedAt}` })
      .where(
        sql`${users.id} in (select id from held) and (${users.deletionDueAt} is not null
          or ${users.lastLoginAt} < now() - interval '1 day')`,
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
    .with(held, seen, opened, noted)
    .select({
      id: opened.id,
      ended: sql`end_try(${placeholder('tryId')}, ${placeholder('keys')}::text[], false,
        ${placeholder('forgotten')}::text[])`,
    })
    .from(opened)
    .prepare('new_session');
});

/**
 * Stores a session with its entry in the audit log, and ends the try that it comes of. False,
 * and nothing stored, when the user may no longer sign in with that password.
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
  },
): Promise<boolean> {
  const { attempt, ...values } = session;
  const opened = await newSession(db).execute({
    ...values,
    expiresAt: session.expiresAt.toISOString(),
    tryId: attempt.id,
    keys: textArray(attempt.keys),
    forgotten: textArray(attempt.forgotten),
  });
  return opened.length > 0;
}
