import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { auditLog, rateLimits, sessions, subscriptions, users } from '../../db/schema.ts';
import type { UserRow } from './repository.ts';

/*
 * What a sign-in asks of the database, in as few statements as it can be said: beside hashing they
 * are what a sign-in costs, and they stand in the way of the hashes of others.
 */

const login = prepared((db) =>
  db
    .select({
      user: users,
      holdsSubscription: sql<boolean>`exists (select from ${subscriptions}
        where ${subscriptions.userId} = ${users.id} and ${subscriptions.hasAccess})`,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder('email')))
    .prepare('find_login'),
);

/** The user with this e-mail, compared without case, and whether a subscription is held. */
export async function findLogin(
  db: Db,
  email: string,
): Promise<{ user: UserRow; holdsSubscription: boolean } | undefined> {
  const [found] = await login(db).execute({ email: email.toLowerCase() });
  return found;
}

const newSession = prepared((db) => {
  const { placeholder } = sql;
  const opened = db.$with('opened').as(
    db
      .insert(sessions)
      .values({
        id: placeholder('id'),
        userId: placeholder('userId'),
        expiresAt: placeholder('expiresAt'),
      })
      .returning({ id: sessions.id }),
  );
  const noted = db.$with('noted').as(
    db
      .insert(auditLog)
      .values({
        id: placeholder('entryId'),
        action: 'login.succeeded',
        actorId: placeholder('userId'),
        address: placeholder('address'),
      })
      .returning({ id: auditLog.id }),
  );
  return db
    .with(opened, noted)
    .delete(rateLimits)
    .where(sql`${rateLimits.key} = any(${placeholder('counters')}::text[])`)
    .prepare('new_session');
});

/** Stores a session with its entry in the audit log, and forgets the failed tries before it. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: string;
    expiresAt: Date;
    entryId: string;
    address: string;
    /** Names of counters, of which none holds a comma. */
    counters: string[];
  },
): Promise<void> {
  await newSession(db).execute({ ...session, counters: `{${session.counters.join(',')}}` });
}
