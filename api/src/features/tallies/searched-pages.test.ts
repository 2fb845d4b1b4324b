import { plans } from 'contract/catalogue';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Database, Db } from '../../db/client.ts';
import { payments, subscriptions, users } from '../../db/schema.ts';
import type { Search } from '../../db/user-search.ts';
import { fillWithCrowd, finds } from '../../testing/crowd.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { expectParts, leafing } from '../../testing/leafing.ts';
import { meantBy, typedSearches } from '../../testing/typed-searches.ts';
import { findPaymentPage } from '../billing/payments/list-repository.ts';
import { findSubscriptionPage } from '../billing/subscriptions/list-repository.ts';
import { findUserPage } from '../users/list-repository.ts';
import { recount } from './recount.ts';
import { weighSearch } from './service.ts';

type User = typeof users.$inferSelect;

let database: Database;
let db: Db;
let everybody: User[];
let byId: Map<string, User>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await fillWithCrowd(db, 120);
  const byEmail = (a: User, b: User) => (a.email < b.email ? -1 : 1);
  everybody = (await db.select().from(users)).toSorted(byEmail);
  byId = new Map(everybody.map((user) => [user.id, user]));
});
afterAll(() => database.close());

/** A search, how the list is sorted, and how somebody leafs through it. */
const asked = () =>
  fc.record({
    typed: typedSearches(everybody),
    // How common a search is taken for: that decides how a page is looked for, not what is on it.
    taken: fc.option(
      fc.record({
        users: fc.constantFrom(0, 1, 1, 1, 5, 20, 60, 1_000),
        allUsers: fc.constantFrom(1, 1, 15, 60, 10_000, 1_000_000),
      }),
    ),
    leafing,
    descending: fc.boolean(),
  });

async function weigh(typed: string, taken: Partial<Search> | null): Promise<Search | undefined> {
  const search = await weighSearch(db, typed);
  return search && { ...search, ...(taken && { isKept: true, ...taken }) };
}

/** Mostly nothing: a list that is narrowed in every way is empty. */
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const somePlans = maybe(fc.subarray(plans.map(({ id }) => id)));
const somebody = () => maybe(maybe(fc.constantFrom(...everybody.map(({ id }) => id))));

const isOf = <Value>(wanted: Value | undefined, value: Value) =>
  wanted === undefined || wanted === value;
const isIn = <Value>(wanted: Value[] | undefined, value: Value) => wanted?.includes(value) ?? true;
const inLondon = new Intl.DateTimeFormat('sv', {
  ...{ timeZone: 'Europe/London', year: 'numeric', month: '2-digit' },
} as const);

const sorted = (column: SQL, id: SQL, descending: boolean) =>
  descending ? [desc(column), desc(id)] : [asc(column), asc(id)];
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe.each([
  ['counted', 1_000],
  ['kept', 3],
])('whatever is searched for, figures of common searches %s', (_, enough) => {
  beforeAll(async () => void (await recount(db, enough)));

  const userColumns = {
    name: sql`lower(${users.firstName} || ' ' || ${users.lastName})`,
    last_name: sql`lower(${users.lastName} || ' ' || ${users.firstName})`,
    email: sql`${users.emailKey}`,
    role: sql`${users.role}`,
    created_at: sql`${users.createdAt}`,
  };

  it('each page of users is the one that a plain filter of everybody gives', async () => {
    const onTrial = new Set(
      (await db.select().from(subscriptions))
        .filter(({ status }) => status === 'trial')
        .map((held) => held.userId),
    );
    const filters = fc.record({
      isActive: maybe(fc.boolean()),
      role: maybe(fc.constantFrom('admin', 'user')),
      onTrial: fc.boolean(),
    });
    const by = fc.constantFrom(...(Object.keys(userColumns) as (keyof typeof userColumns)[]));
    await fc.assert(
      fc.asyncProperty(asked(), filters, by, async (one, filter, by) => {
        const { descending } = one;
        const all = await db
          .select()
          .from(users)
          .orderBy(...sorted(userColumns[by], sql`${users.id}`, descending));
        const expected = all.filter(
          (user) =>
            !user.deletedAt &&
            finds(meantBy(one.typed), user) &&
            isOf(filter.isActive, user.isActive) &&
            isOf(filter.role, user.role) &&
            (!filter.onTrial || onTrial.has(user.id)),
        );
        const search = await weigh(one.typed, one.taken);
        await expectParts(
          (request) => findUserPage(db, { ...filter, search }, { by, descending }, request),
          idsOf(expected),
          one.leafing,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('each page of subscriptions is the one that a plain filter of all gives', async () => {
    const columns = {
      start_date: sql`${subscriptions.startedAt}`,
      price: sql`${subscriptions.amount}`,
    };
    const filters = fc.record({
      status: maybe(fc.constantFrom('active', 'trial', 'cancelled', 'expired')),
      planIds: somePlans,
      userId: somebody(),
    });
    const by = fc.constantFrom('start_date', 'price');
    await fc.assert(
      fc.asyncProperty(asked(), filters, by, async (one, filter, by) => {
        const { descending } = one;
        const all = await db
          .select()
          .from(subscriptions)
          .orderBy(...sorted(columns[by], sql`${subscriptions.id}`, descending));
        const expected = all.filter(
          (row) =>
            finds(meantBy(one.typed), byId.get(row.userId)) &&
            isOf(filter.status, row.status) &&
            isIn(filter.planIds, row.planId) &&
            isOf(filter.userId, row.userId),
        );
        const search = await weigh(one.typed, one.taken);
        await expectParts(
          async (request) => {
            const sort = { by, descending };
            const page = await findSubscriptionPage(db, { ...filter, search }, sort, request);
            return { ...page, rows: page.rows.map(({ subscription }) => subscription) };
          },
          idsOf(expected),
          one.leafing,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('each page of payments is the one that a plain filter of all gives', async () => {
    const columns = { payment_date: sql`${payments.paidAt}`, amount: sql`${payments.amount}` };
    const filters = fc.record({
      statuses: maybe(
        fc.subarray(['success', 'pending', 'failed', 'refunded'] as const, { minLength: 1 }),
      ),
      planIds: somePlans,
      userId: somebody(),
      month: maybe(fc.constantFrom('2026-03', '2026-04', '2026-09', '2026-10', '2026-11')),
    });
    const by = fc.constantFrom('payment_date', 'amount');
    await fc.assert(
      fc.asyncProperty(asked(), filters, by, async (one, filter, by) => {
        const { descending } = one;
        const all = await db
          .select()
          .from(payments)
          .orderBy(...sorted(columns[by], sql`${payments.id}`, descending));
        const expected = all.filter(
          (row) =>
            finds(meantBy(one.typed), byId.get(row.userId)) &&
            isIn(filter.statuses, row.status) &&
            isIn(filter.planIds, row.planId) &&
            isOf(filter.userId, row.userId) &&
            isOf(filter.month, inLondon.format(row.paidAt)),
        );
        const search = await weigh(one.typed, one.taken);
        await expectParts(
          async (request) => {
            const sort = { by, descending };
            const page = await findPaymentPage(db, { ...filter, search }, sort, request);
            return { ...page, rows: page.rows.map(({ payment }) => payment) };
          },
          idsOf(expected),
          one.leafing,
        );
      }),
      { numRuns: 100 },
    );
  });
});
