import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  type Order,
  orderOf,
  type Page,
  type PageWish,
  planPage,
  type Sort,
  sortedAfterwards,
  toPage,
} from '../../db/keyset.ts';
import { trialHolders, users } from '../../db/schema.ts';
import { inIndex, inOwnWords, type Search } from '../tallies/repository.ts';
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

/**
 * One page of the users that match. `patience`: how many users are walked past in the order of the
 * list before those that a common search finds are sorted instead. Throws Invalid for a foreign
 * cursor.
 */
export async function findUserPage(
  db: Db,
  filter: UserFilter,
  sort: Sort<UserSort>,
  wish: PageWish,
  patience = 10_000,
): Promise<Page<UserRow>> {
  const order = orderOf('users', sort, sortable, sql`${users.id}`);
  const found = await readPage(db, filter, order, wish, patience);
  const page = toPage(order, wish, found, ({ user, value }) => ({
    value: sort.by === 'created_at' ? user.createdAt.toISOString() : value,
    id: user.id,
  }));
  return { ...page, rows: page.rows.map(({ user }) => user) };
}

async function readPage(
  db: Db,
  filter: UserFilter,
  order: Order,
  wish: PageWish,
  patience: number,
) {
  const { search, ...others } = filter;
  if (search?.userIds) return read(db, matching(filter), sortedAfterwards(order), wish);
  // Admins are few, and an index has them.
  if (!search || order.type !== 'text' || filter.role === 'admin') {
    return read(db, matching(filter), order, wish);
  }
  // A common search mostly fills a page soon. Not so where names are sorted by what is searched
  // for: every Sarah comes after most of the others.
  const near = await read(db, matching(filter), order, wish, patience);
  if (near.length > wish.pageSize) return near;
  const found = and(matching(others), inIndex(search.text));
  return read(db, found, sortedAfterwards(order), wish);
}

/** Reads a page and a row more; `walked`: from so many users that come next in the order, all told. */
async function read(
  db: Db,
  condition: SQL | undefined,
  order: Order,
  wish: PageWish,
  walked?: number,
) {
  const { after, orderBy, limit, offset } = planPage(order, wish);
  const next = (most: number) =>
    db.select().from(users).where(after).orderBy(orderBy).limit(most).as('users');
  return db
    .select({ user: users, value: order.column.mapWith(String) as SQL<string> })
    .from(walked === undefined ? users : next(walked))
    .where(and(condition, after))
    .orderBy(orderBy)
    .limit(limit)
    .offset(offset);
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
