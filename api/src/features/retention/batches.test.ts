import { before, retention } from 'contract/retention';
import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnce } from '../../db/at-once.ts';
import { auditEntries, type Clear, rowsWhere } from '../../db/retention-clears.ts';
import { oldPayments } from '../../db/retention-of-deleted.ts';
import { auditLog, payments, stripeCustomers, stripeEvents, users } from '../../db/schema.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const now = new Date();
const old = before(now, retention.payments).getTime() - 1_000_000_000;
/** Moments that are over by any period, in their order. */
const moment = (place: number) => new Date(old + place * 1_000);

/** A batch of so many rows, from where the last one stopped. */
async function batch(clear: Clear, from: string, most = 2) {
  const { db } = server.services;
  const clearing = await clear(db, { now, before: new Date(old + 1_000_000), most, from });
  return clearing ? (await atOnce(db, (transaction) => [clearing(transaction)]))[0] : undefined;
}

async function addEvents(...places: number[]): Promise<void> {
  const event = { type: 'invoice.paid', createdAt: new Date(0), receivedAt: new Date(0) };
  await server.services.db
    .insert(stripeEvents)
    .values(places.map((place) => ({ id: uuid(), processedAt: moment(place), ...event })));
}

async function addEntries(...places: number[]): Promise<void> {
  const entry = { action: 'user.changed', address: '192.0.2.1' };
  await server.services.db
    .insert(auditLog)
    .values(places.map((place) => ({ id: uuid(), at: moment(place), ...entry })));
}

it.each([
  ['events', rowsWhere.eventsDone, addEvents],
  ['entries of the audit log', auditEntries, addEntries],
])(
  '%s go the oldest first, and what a batch has gone past is for the next night',
  async (_, clear, add) => {
    await add(5, 3, 1, 2, 3, 3);
    const first = await batch(clear, '');
    expect([first?.count, new Date(first?.next ?? '')]).toEqual([2, moment(2)]);
    await add(0);
    // Of three at the same moment one is left for the batch after.
    const second = await batch(clear, first?.next ?? '');
    expect([second?.count, new Date(second?.next ?? '')]).toEqual([2, moment(3)]);
    const third = await batch(clear, second?.next ?? '');
    expect([third?.count, new Date(third?.next ?? '')]).toEqual([2, moment(5)]);
    expect(await batch(clear, third?.next ?? '')).toEqual({ count: 0, next: null });
    expect(await batch(clear, '')).toEqual({ count: 1, next: null });
  },
);

/** Somebody who was deleted, with a customer at Stripe and a payment from then. */
async function deletedPayer(paidAt: Date): Promise<string> {
  const { db } = server.services;
  const { user } = await server.client.newUser();
  await db.update(users).set({ deletedAt: now }).where(eq(users.id, user.id));
  await db.insert(stripeCustomers).values({ id: `cus_${user.id}`, userId: user.id });
  const plan = { productId: uuid(), planId: uuid(), amount: 2_500, status: 'success' as const };
  await db
    .insert(payments)
    .values({ id: uuid(), userId: user.id, stripeInvoiceId: `in_${user.id}`, paidAt, ...plan });
  return user.id;
}

it('a batch of payments holds the customers whose payments go, and nobody else', async () => {
  const { db } = server.services;
  const [gone, kept] = [await deletedPayer(moment(1)), await deletedPayer(now)];
  await db.transaction(async (transaction) => {
    await transaction.execute(
      sql`select from ${stripeCustomers} where ${stripeCustomers.userId} = ${kept} for update`,
    );
    await batch(oldPayments, '', 9);
  });
  const left = await db
    .select({ userId: payments.userId })
    .from(payments)
    .where(inArray(payments.userId, [gone, kept]));
  expect(left).toEqual([{ userId: kept }]);
});

it('who changes a user does not put off for somebody else what a search needs', async () => {
  const { rows } = await server.services.db.execute(
    sql`select reloptions from pg_class where relname = 'users_pieces'`,
  );
  expect(rows).toEqual([{ reloptions: ['fastupdate=off'] }]);
});

it('what is noted of the end of an account is written to no index', async () => {
  const { db } = server.services;
  const { rows: indexes } = await db.execute(sql`select indexname from pg_indexes
    where tablename = 'users' and indexdef like '%deletion_%'`);
  expect(indexes).toEqual([]);
  const { rows } = await db.execute(sql`select reloptions from pg_class where relname = 'users'`);
  expect(rows).toEqual([{ reloptions: ['fillfactor=85'] }]);
});
