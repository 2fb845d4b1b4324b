import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  orderOf,
  type Page,
  type PageWish,
  planPage,
  type Sort,
  sortedAfterwards,
  toPage,
} from '../../db/keyset.ts';
import { trialHolders, users } from '../../db/schema.ts';
import { inOwnWords, type Search } from '../tallies/repository.ts';
import type { UserRow } from './repository.ts';

export interface UserFilter {
  search?: Search | undefined;
  isActive?: boolean | undefined;
  role?: UserRow['role'] | undefined;
  /** Only those who are on a trial. */
  onTrial?: boolean | undefined;
}

const byName = {
  column: sql`lower(${users.firstName} || ' ' || ${users.lastName})`,
  type: 'text',
} as const;
const sortable = {
  name: byName,
  first_name: byName,
  last_name: { column: sql`lower(${users.lastName} || ' ' || ${users.firstName})`, type: 'text' },
  email: { column: sql`lower(${users.email})`, type: 'text' },
  role: { column: sql`${users.role}`, type: 'text' },
  created_at: { column: sql`${users.createdAt}`, type: 'timestamptz' },
} as const;

export type UserSort = keyof typeof sortable;

/** One page of the users that match. Throws Invalid for a foreign cursor. */
export async function findUserPage(
  db: Db,
  filter: UserFilter,
  sort: Sort<UserSort>,
  wish: PageWish,
): Promise<Page<UserRow>> {
  const usual = orderOf('users', sort, sortable, sql`${users.id}`);
  const order = filter.search?.userIds ? sortedAfterwards(usual) : usual;
  const { after, orderBy, limit, offset } = planPage(order, wish);
  const found = await db
    .select({ user: users, value: order.column.mapWith(String) as SQL<string> })
    .from(users)
    .where(and(matching(filter), after))
    .orderBy(orderBy)
    .limit(limit)
    .offset(offset);
  const page = toPage(order, wish, found, ({ user, value }) => ({
    value: sort.by === 'created_at' ? user.createdAt.toISOString() : value,
    id: user.id,
  }));
  return { ...page, rows: page.rows.map(({ user }) => user) };
}

function matching({ search, isActive, role, onTrial }: UserFilter): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    search && inOwnWords(search),
    isActive === undefined ? undefined : eq(users.isActive, isActive),
    role === undefined ? undefined : eq(users.role, role),
    onTrial
      ? sql`exists (select from ${trialHolders} where ${trialHolders.userId} = ${users.id}
          and ${trialHolders.at} = 'now')`
      : undefined,
  );
}
