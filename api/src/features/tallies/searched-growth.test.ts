import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../../db/client.ts';
import { everyPage, type Page, type PageRequest } from '../../db/keyset.ts';
import { payments, subscriptions, users } from '../../db/schema.ts';
import type { Search } from '../../db/user-search.ts';
import { fillWithCrowd, insertOfCrowd, ofCrowd } from '../../testing/crowd.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { findPaymentPage } from '../billing/payments/list-repository.ts';
import { findSubscriptionPage } from '../billing/subscriptions/list-repository.ts';
import { findUserPage } from '../users/list-repository.ts';
import { recount } from './recount.ts';
import { fold, weighSearch } from './service.ts';

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  // Each example reads them page by page, up to the single one, so there are few.
  await fillWithCrowd(db, 24);
});
afterAll(() => database.close());

interface Row {
  id: string;
  /** Whose it is. */
  userId: string;
}

interface List {
  /** All rows whose user has a pattern in the name or the e-mail, in the order of the list. */
  all: (pattern: string) => Promise<Row[]>;
  find: (search: Search, request: PageRequest) => Promise<Page<Row>>;
}

const newest = { descending: true } as const;
const found = (pattern: string): SQL => sql`deleted_at is null and
  (first_name || ' ' || last_name ilike ${pattern} or email ilike ${pattern})`;
const ofFound = (pattern: string): SQL =>
  sql`user_id in (select id from ${users} where ${found(pattern)})`;

const lists: Record<string, List> = {
  users: {
    all: async (pattern) =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(found(pattern))
          .orderBy(sql`${users.createdAt} desc, ${users.id} desc`)
      ).map(({ id }) => ({ id, userId: id })),
    find: async (search, request) => {
      const page = await findUserPage(db, { search }, { by: 'created_at', ...newest }, request);
      return { ...page, rows: page.rows.map(({ id }) => ({ id, userId: id })) };
    },
  },
  subscriptions: {
    all: (pattern) =>
      db
        .select({ id: subscriptions.id, userId: subscriptions.userId })
        .from(subscriptions)
        .where(ofFound(pattern))
        .orderBy(sql`${subscriptions.startedAt} desc, ${subscriptions.id} desc`),
    find: async (search, request) => {
      const sort = { by: 'start_date', ...newest } as const;
      const page = await findSubscriptionPage(db, { search }, sort, request);
      return { ...page, rows: page.rows.map(({ subscription }) => subscription) };
    },
  },
  payments: {
    all: (pattern) =>
      db
        .select({ id: payments.id, userId: payments.userId })
        .from(payments)
        .where(ofFound(pattern))
        .orderBy(sql`${payments.paidAt} desc, ${payments.id} desc`),
    find: async (search, request) => {
      const sort = { by: 'payment_date', ...newest } as const;
      const page = await findPaymentPage(db, { search }, sort, request);
      return { ...page, rows: page.rows.map(({ payment }) => payment) };
    },
  },
};

const change = fc.oneof(
  fc.record({ what: fc.constant('add' as const), somebody: ofCrowd }),
  fc.record({
    what: fc.constant('rename' as const),
    who: fc.nat(),
    firstName: fc.constantFrom('Ann', 'Li'),
  }),
  fc.record({ what: fc.constant('delete' as const), who: fc.nat() }),
  fc.record({ what: fc.constantFrom('fold', 'keep', 'drop') } as const),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

let added = 1_000;

/** Does something beside a reader; answers the user that is somebody else afterwards. */
async function apply(one: Change): Promise<string | undefined> {
  if (one.what === 'add') {
    added += 1;
    return void (await insertOfCrowd(db, one.somebody, added));
  }
  if (one.what === 'fold') return void (await fold(db));
  if (!('who' in one)) return void (await recount(db, one.what === 'keep' ? 3 : 100_000));
  const everybody = await db.select({ id: users.id }).from(users).orderBy(users.id);
  const { id = '' } = everybody[one.who % everybody.length] ?? {};
  const changes =
    one.what === 'rename'
      ? { firstName: one.firstName }
      : { deletedAt: new Date(), isActive: false };
  await db.update(users).set(changes).where(eq(users.id, id));
  return id;
}

/** How common the search is taken for, beside what is known of it: every way to look for a page. */
const taken = fc.constantFrom(
  {},
  { isKept: true, users: 1_000, allUsers: 10_000 },
  { isKept: true, users: 20, allUsers: 15 },
  { isKept: true, users: 1, allUsers: 1 },
  { isKept: false, users: undefined },
);

it.each(Object.entries(lists))(
  'a search of %s repeats and leaves out nobody while others come, go and change their names',
  async (_, list) => {
    const pages = fc.record({
      typed: fc.constantFrom('ann', 'a', 'n', 'nhs.net', 'li', 'é'),
      taken,
      pageSize: fc.constantFrom(1, 3, 10),
      changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(pages, async ({ typed, taken, pageSize, changes }) => {
        const before = await list.all(`%${typed}%`);
        const search = { ...(await weighSearch(db, typed)), ...taken } as Search;
        const changed = new Set<string | undefined>();
        const read: Row[] = [];
        const left = [...changes];
        for await (const rows of everyPage((request) => list.find(search, request), pageSize)) {
          read.push(...rows);
          // A cursor that leads nowhere is not to be followed for ever.
          expect(read.length).toBeLessThan(3_000);
          const next = left.shift();
          if (next) changed.add(await apply(next));
        }
        const steady = (rows: Row[]) => rows.filter(({ userId }) => !changed.has(userId));
        const ids = steady(read).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const there = new Set(before.map(({ id }) => id));
        expect(ids.filter((id) => there.has(id))).toEqual(steady(before).map(({ id }) => id));
      }),
      { numRuns: 40 },
    );
  },
);
