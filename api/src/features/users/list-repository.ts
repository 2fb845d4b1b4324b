import { and, eq, getTableColumns, getTableName, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  type Order,
  orderOf,
  type Page,
  type PageRequest,
  planPage,
  type Sort,
  sortedAfterwards,
  toPage,
} from '../../db/keyset.ts';
import { trialHolders, users } from '../../db/schema.ts';
import { inIndex, inOwnWords, type Search, scanBudget } from '../../db/user-search.ts';
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
  // What an index has them by.
  email: { column: sql`${users.emailKey}`, type: 'text' },
  role: { column: sql`${users.role}`, type: 'text' },
  created_at: { column: sql`${users.createdAt}`, type: 'timestamptz' },
} as const;

export type UserSort = keyof typeof sortable;

/**
 * What it costs to sort a user that is found, in users walked past. Those who came one after the
 * other lie side by side; neighbours in the alphabet do not, and searches for names are uneven.
 */
const toSort = (order: Order) => (order.type === 'timestamptz' ? 3 : 0.5);

/** One page of the users that match. Throws ForeignCursor. */
export async function findUserPage(
  db: Db,
  filter: UserFilter,
  sort: Sort<UserSort>,
  request: PageRequest,
): Promise<Page<UserRow>> {
  const order = orderOf('users', sort, sortable, sql`${users.id}`);
  const found = await readPage(db, filter, order, request);
  const page = toPage(order, request, found, ({ user, value }) => ({
    value: sort.by === 'created_at' ? user.createdAt.toISOString() : value,
    id: user.id,
  }));
  return { ...page, rows: page.rows.map(({ user }) => user) };
}

async function readPage(db: Db, filter: UserFilter, order: Order, request: PageRequest) {
  const { search, ...others } = filter;
  // Admins are few, and an index has them.
  if (!search || (search.isKept && filter.role === 'admin')) {
    return read(db, matching(filter), order, request);
  }
  // What many match mostly fills a page soon. Not so where names are sorted by what is searched
  // for: every Sarah comes after most of the others.
  const { limit, offset } = planPage(order, request);
  const walked = scanBudget(search, offset + limit, toSort(order));
  if (walked > 0) {
    const near = await read(db, matching(filter), order, request, walked);
    if (near.length === limit) return near;
  }
  const found = and(matching(others), inIndex(search.text));
  return read(db, found, sortedAfterwards(order), request);
}

/** Reads a page and a row more; `walked`: from so many users that come next in the order, all told. */
async function read(
  db: Db,
  condition: SQL | undefined,
  order: Order,
  request: PageRequest,
  walked?: number,
) {
  const { after, orderBy, limit, offset } = planPage(order, request);
  const value = order.column.mapWith(String) as SQL<string>;
  if (walked === undefined) {
    return db
      .select({ user: users, value })
      .from(users)
      .where(and(condition, after))
      .orderBy(orderBy)
      .limit(limit)
      .offset(offset);
  }
  const next = db
    .select({ ...getTableColumns(users), value: value.as('value') })
    .from(users)
    .where(after)
    .orderBy(orderBy)
    .limit(walked)
    .as(getTableName(users));
  // By name, so that the planner knows the order is kept and stops at the end of the page.
  const inOrder = planPage({ ...order, column: sql`${next.value}` }, request).orderBy;
  return db
    .select({ user: users, value: next.value })
    .from(next)
    .where(condition)
    .orderBy(inOrder)
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
