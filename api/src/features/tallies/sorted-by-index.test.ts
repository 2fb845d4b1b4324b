import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import type { PageRequest, Sort } from '../../db/keyset.ts';
import { payments, subscriptions, users } from '../../db/schema.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { wholeScans } from '../../testing/whole-scans.ts';
import { findPaymentPage, type PaymentSort } from '../billing/payments/list-repository.ts';
import {
  findSubscriptionPage,
  type SubscriptionSort,
} from '../billing/subscriptions/list-repository.ts';
import { findUserPage, type UserSort } from '../users/list-repository.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  for (let first = 0; first < 3_000; first += 500) await fill(first, first + 500);
  await database.db.execute(sql`analyze users, subscriptions, payments`);
});
afterAll(() => database.close());

const ofPlan = { productId: crypto.randomUUID(), planId: crypto.randomUUID() };
const day = 86_400_000;

/** People with a subscription and a payment each; in no order that a list is sorted by. */
async function fill(first: number, end: number): Promise<void> {
  const all = Array.from({ length: end - first }, (_, n) => {
    const mixed = ((first + n) * 1_999) % 3_000;
    const [id, at] = [crypto.randomUUID(), new Date(Date.UTC(2026, 0) + (mixed % 300) * day)];
    return { id, mixed, at, stripeId: `sub_${mixed}` };
  });
  const { db } = database;
  await db.insert(users).values(
    all.map(({ id, mixed, at }) => ({
      ...{ id, firstName: `Ann ${mixed}`, lastName: `Li ${mixed}`, email: `${mixed}@nhs.test` },
      ...({ passwordHash: '-', role: mixed % 100 ? 'user' : 'admin', createdAt: at } as const),
    })),
  );
  await db.insert(subscriptions).values(
    all.map(({ id: userId, mixed, at, stripeId }) => ({
      ...{ id: crypto.randomUUID(), userId, stripeId, ...ofPlan, amount: mixed },
      ...({ cycle: 'monthly', status: 'active', stripeStatus: 'active' } as const),
      ...{ hasAccess: true, paymentProblem: false, cancelAtPeriodEnd: false, startedAt: at },
    })),
  );
  await db.insert(payments).values(
    all.map(({ id: userId, mixed, at, stripeId }) => ({
      ...{ id: crypto.randomUUID(), userId, ...ofPlan, amount: mixed, refunded: 0 },
      ...({ status: 'success', paidAt: at, stripeInvoiceId: `in_${mixed}` } as const),
      stripeSubscriptionId: stripeId,
    })),
  );
}

type Find<By extends string> = (
  sort: Sort<By>,
  request: PageRequest,
) => Promise<{ next: string | null }>;

/** Each sort of a list, in both directions. */
const sortsOf = <By extends string>(list: string, find: Find<By>, sorts: Record<By, true>) =>
  (Object.keys(sorts) as By[]).flatMap((by) =>
    [false, true].map((descending) => {
      const read = (request: PageRequest) => find({ by, descending }, request);
      return [`${list} by ${by}${descending ? ', the last first' : ''}`, read] as const;
    }),
  );

it.each([
  ...sortsOf<UserSort>('users', (...how) => findUserPage(database.db, {}, ...how), {
    name: true,
    first_name: true,
    last_name: true,
    email: true,
    role: true,
    created_at: true,
  }),
  ...sortsOf<SubscriptionSort>(
    'subscriptions',
    (...how) => findSubscriptionPage(database.db, {}, ...how),
    { start_date: true, price: true },
  ),
  ...sortsOf<PaymentSort>('payments', (...how) => findPaymentPage(database.db, {}, ...how), {
    payment_date: true,
    amount: true,
  }),
])('%s: a page is read by an index, the next one too, and not all rows for it', async (_, read) => {
  const scans = () => wholeScans(database.db, 'users', 'subscriptions', 'payments');
  const before = await scans();
  const { next } = await read({ page: 1, pageSize: 10 });
  expect(next).not.toBeNull();
  await read({ page: 1, pageSize: 10, cursor: next ?? '' });
  expect(await scans()).toBe(before);
});
