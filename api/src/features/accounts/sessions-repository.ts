import { proofMinutes } from 'contract/proof';
import {
  and,
  desc,
  eq,
  exists,
  getTableColumns,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Statement } from '../../db/at-once.ts';
import type { Db } from '../../db/client.ts';
import { stopUnless } from '../../db/decided.ts';
import { prepared, textArray } from '../../db/prepared.ts';
import { auditLog, authenticatorApps, passkeys, sessions, users } from '../../db/schema.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** So long the token before a renewal still counts, for calls that are under way and other tabs. */
const graceSeconds = 10;
const outlives = (expiresAt: SQLWrapper) =>
  sql`${expiresAt} > now() + make_interval(secs => ${sql.raw(String(graceSeconds))})`;
const outlivesGrace = outlives(sessions.expiresAt);

/** Whether time has not ended it yet. */
export const isRunning = sql<boolean>`${sessions.expiresAt} > now()`;

/** Asked of those alone who may not do without: admins, or everybody. */
const neededFactorIsThere = sql<boolean>`((${users.role} = 'admin' or ${sql.placeholder('everybody')}::boolean) and (
  exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}) or exists (
    select from ${authenticatorApps}
    where ${authenticatorApps.userId} = ${users.id}
      and ${authenticatorApps.confirmedAt} is not null)))`;

const [viewers, admins] = [alias(sessions, 'viewers'), alias(users, 'admins')];

/** An admin sees what a user sees, and no admin: as long as they are what they were, and signed in. */
const isSeen = sql`(${users.role} = 'user' and exists (
  select from ${sessions} ${viewers} join ${users} ${admins} on ${admins.id} = ${viewers.userId}
  where ${viewers.id} = ${sessions.viewerSessionId} and ${viewers.expiresAt} > now()
    and ${admins.isActive} and ${admins.role} = 'admin'))`;

const liveSessions = prepared((db) =>
  db
    .select({
      sessionId: sessions.id,
      id: users.id,
      role: users.role,
      isDemo: users.isDemo,
      hasFactor: neededFactorIsThere,
      // A token before a renewal proves nothing; so does a session in its last seconds.
      isProved: sql<boolean>`(${outlivesGrace} and greatest(${sessions.createdAt}, ${sessions.provedAt})
        > now() - make_interval(mins => ${sql.raw(String(proofMinutes))}))`,
      emailVerifiedAt: users.emailVerifiedAt,
      opensUnverified: users.opensUnverified,
      isView: isNotNull(sessions.viewerSessionId) as SQL<boolean>,
      isUsedAgain: sql<boolean>`${sessions.lastUsedAt} < now() - interval '10 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('ids')}::uuid[])`,
        sql`${sessions.expiresAt} > now()`,
        users.isActive,
        or(isNull(sessions.viewerSessionId), isSeen),
      ),
    )
    .prepare('live_sessions'),
);

/**
 * Those of the sessions that have not expired, of users who may sign in, each with whether it is some
 * time since it was used. `everybody`: users are asked for a second factor, too, and not admins alone.
 */
export async function findLiveSessions(db: Db, ids: string[], everybody: boolean) {
  return liveSessions(db).execute({ ids: textArray(ids), everybody });
}

/** Notes that whoever is behind a session has proved who they are. */
export async function proveSession(db: Db, id: string): Promise<void> {
  await db.update(sessions).set({ provedAt: sql`now()` }).where(eq(sessions.id, id));
}

/**
 * Gives a session another id, notes that its owner has proved who they are, and leaves the one before for a
 * moment, without the proof. The row stays the same one, so whatever ends all of a user's sessions at this
 * moment ends it, too. Undefined, and nothing done, for one that is nearly over or is a view.
 */
export async function renewSession(
  transaction: Db,
  { id, newId, address }: { id: string; newId: string; address: string },
): Promise<SessionRow | undefined> {
  const [renewed] = await transaction
    .update(sessions)
    .set({ id: newId, provedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.viewerSessionId), outlivesGrace))
    .returning();
  if (!renewed) return undefined;
  const expiresAt = sql`now() + make_interval(secs => ${sql.raw(String(graceSeconds))})`;
  await transaction.insert(sessions).values({ ...renewed, id, provedAt: null, expiresAt });
  await transaction
    .update(sessions)
    .set({ viewerSessionId: newId })
    .where(eq(sessions.viewerSessionId, id));
  const entry = { action: 'session.renewed', actorId: renewed.userId, address };
  await transaction.insert(auditLog).values({ id: newId, ...entry });
  return renewed;
}

/** When the login of a session was; undefined once it was ended. */
export async function findBegan(db: Db, id: string): Promise<Date | undefined> {
  const [session] = await db
    .select({ began: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, id));
  return session?.began;
}

/** Notes that sessions are used now. */
export async function noteUse(db: Db, ids: string[]): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(sql`${sessions.id} = any(${`{${ids.join(',')}}`}::uuid[])`);
}

/**
 * A user's own sessions that go on, the last used first, each with the address of its sign-in, or of the proof
 * that renewed it, as the audit log has it.
 */
export function findSessionsOf(db: Db, userId: string) {
  return db
    .select({ ...getTableColumns(sessions), address: auditLog.address })
    .from(sessions)
    .leftJoin(auditLog, eq(auditLog.id, sessions.id))
    .where(and(eq(sessions.userId, userId), isNull(sessions.viewerSessionId), outlivesGrace))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
}

/** Whether there is such a user, who has not been deleted. */
export async function existsUser(db: Db, id: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, id), isNull(users.deletedAt)))) > 0;
}

/**
 * Makes a session's tokens worthless, if it is this user's: that of now and those before, which are rows of
 * the same login in their last seconds. Answers them; none for one that has ended or is somebody else's.
 */
export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<SessionRow[]> {
  const mine = and(eq(sessions.id, id), eq(sessions.userId, userId));
  // A renewal that is under way is waited for: the id is then that of the row that was left.
  await db.select({ id: sessions.id }).from(sessions).where(mine).for('update');
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isOfLogin(db, userId, id)))
    .returning();
}

/** Whether a session of a user is that of this id, or of the same login, renewed or in its last seconds. */
function isOfLogin(db: Db, userId: string, id: string): SQL {
  const named = alias(sessions, 'named');
  const isSameLogin = and(
    eq(sessions.createdAt, named.createdAt),
    isNull(sessions.viewerSessionId),
    or(not(outlivesGrace), not(outlives(named.expiresAt))),
  );
  const isNamed = and(eq(named.id, id), eq(named.userId, userId));
  return exists(
    db
      .select({ one: sql`1` })
      .from(named)
      .where(and(isNamed, or(eq(sessions.id, id), isSameLogin))),
  );
}

/**
 * Makes every token of a user worthless, but for the session `kept`, also where it was renewed a moment ago.
 * Answers which of their own there were, and how many that ran in which an admin saw what they see.
 */
export async function deleteSessionsOf(
  db: Db,
  userId: string,
  kept?: string,
): Promise<{ own: string[]; views: number }> {
  const isKept = kept && isOfLogin(db, userId, kept);
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isKept ? not(isKept) : undefined))
    .returning({ id: sessions.id, viewer: sessions.viewerSessionId, isRunning });
  const own = gone.filter(({ viewer }) => viewer === null).map(({ id }) => id);
  const views = gone.filter((one) => one.viewer !== null && one.isRunning);
  return { own, views: views.length };
}

/**
 * The statement that makes every token of a user worthless, and ends what is seen of them and what they see of others
 * as an admin. Of each such view that ran an entry is added, by whose pages it was.
 */
export const endingSessions = (
  transaction: Db,
  userId: string,
  {
    action,
    actorId = null,
    address,
    detail,
  }: Record<'action' | 'address' | 'detail', string> & { actorId?: string | null },
): Statement =>
  transaction.execute(sql`
    with gone as (
      delete from ${sessions} where ${sessions.userId} = ${userId} or ${sessions.viewerSessionId} in (
        select id from ${sessions} where ${sessions.userId} = ${userId})
      returning ${sessions.userId} as seen, ${sessions.viewerSessionId} is not null and ${isRunning} as is_view
    )
    insert into ${auditLog} (id, action, actor_id, target, address, detail)
    select gen_random_uuid(), ${action}, ${actorId}::uuid, seen, ${address}, ${detail} from gone where is_view`);

/** The statement that ends a transaction unless a session is still there. */
export const stopUnlessSession = (transaction: Db, id: string): Statement =>
  stopUnless(transaction, sql`exists (select from ${sessions} where ${sessions.id} = ${id})`);
