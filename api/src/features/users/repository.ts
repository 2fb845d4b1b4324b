import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import { namesPerson } from './search.ts';

export type UserRow = typeof users.$inferSelect;

export interface UserFilter {
  person?: string;
  isActive?: boolean;
  role?: UserRow['role'];
}

const sortable = {
  name: sql`lower(${users.firstName} || ' ' || ${users.lastName})`,
  email: sql`lower(${users.email})`,
  role: users.role,
  created_at: users.createdAt,
};

/** Users that match, in the order asked for; the id decides among equals. */
export async function findUsers(
  db: Db,
  filter: UserFilter,
  order: { by: keyof typeof sortable; descending: boolean },
  page: { limit: number; offset: number },
): Promise<UserRow[]> {
  const direction = order.descending ? desc : asc;
  return db
    .select()
    .from(users)
    .where(matching(filter))
    .orderBy(direction(sortable[order.by]), direction(users.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** Counts of all users that match. */
export async function countUsers(db: Db, filter: UserFilter) {
  const [counts] = await db
    .select({
      total: count(),
      active: count(sql`case when ${users.isActive} then 1 end`),
      admins: count(sql`case when ${users.role} = 'admin' then 1 end`),
    })
    .from(users)
    .where(matching(filter));
  return counts ?? { total: 0, active: 0, admins: 0 };
}

/**
 * Locks the admins who may sign in, so that two changes at once cannot both take away the last.
 */
export async function lockActiveAdmins(transaction: Db): Promise<string[]> {
  const admins = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
    .orderBy(users.id)
    .for('update');
  return admins.map((admin) => admin.id);
}

/** Sets whether a user may sign in; false when there is no such user. */
export async function updateIsActive(db: Db, id: string, isActive: boolean): Promise<boolean> {
  const updated = await db
    .update(users)
    .set({ isActive })
    .where(eq(users.id, id))
    .returning({ id: users.id });
  return updated.length > 0;
}

function matching({ person, isActive, role }: UserFilter): SQL | undefined {
  return and(
    person === undefined ? undefined : namesPerson(person),
    isActive === undefined ? undefined : eq(users.isActive, isActive),
    role === undefined ? undefined : eq(users.role, role),
  );
}
