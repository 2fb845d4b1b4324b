import { plans } from 'contract/catalogue';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { fillWithCrowd } from '../testing/crowd.ts';
import { type ListName, type ListPage, readAll, readPage } from '../testing/lists.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { auditLog, payments, subscriptions, users } from './schema.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await fillWithCrowd(server.services.db, 40);
  const at = new Date('2026-04-15T09:00:00Z');
  const entry = { action: 'login.refused', address: '127.0.0.1', at };
  await server.services.db
    .insert(auditLog)
    .values(Array.from({ length: 20 }, () => ({ id: crypto.randomUUID(), ...entry })));
});
afterAll(() => server.close());

const sorts: Record<ListName, string[]> = {
  users: ['name', 'first_name', 'last_name', 'email', 'role', 'created_at'],
  subscriptions: ['start_date', 'price'],
  payments: ['payment_date', 'amount'],
  audit: ['at'],
};
const lists = Object.keys(sorts) as ListName[];
const orders = lists.flatMap((list) =>
  sorts[list].flatMap((sortBy) =>
    (list === 'audit' ? ['desc'] : ['asc', 'desc']).map(
      (sortOrder) => [list, sortBy, sortOrder] as const,
    ),
  ),
);

let added = 0;

/** Adds somebody with a subscription, a payment and an entry, somewhere in every order. */
async function addRows(): Promise<void> {
  const { db } = server.services;
  added += 1;
  const userId = crypto.randomUUID();
  const plan = plans[added % plans.length] ?? plans[0];
  if (!plan) throw new Error('no plan');
  const at = [
    new Date('2020-01-01T00:00:00Z'),
    new Date('2026-04-15T09:00:00Z'),
    new Date(),
    new Date('2026-10-31T23:59:59Z'),
  ][added % 4];
  const common = { userId, planId: plan.id, productId: plan.productId, amount: plan.amount };
  await db.insert(users).values({
    id: userId,
    firstName: ['Aaron', 'Hannah', 'Zoé'][added % 3] ?? '',
    lastName: 'Ann',
    email: `${'amz'[added % 3]}.${added}@added.test`,
    passwordHash: '-',
    role: added % 2 ? 'user' : 'admin',
    createdAt: at,
  });
  await db.insert(subscriptions).values({
    ...{ id: crypto.randomUUID(), ...common, cycle: plan.cycle, status: 'active', hasAccess: true },
    stripeId: `sub_added_${added}`,
    stripeStatus: 'active',
    paymentProblem: false,
    cancelAtPeriodEnd: false,
    startedAt: at ?? new Date(),
  });
  await db.insert(payments).values({
    ...{ id: crypto.randomUUID(), ...common, status: 'success', paidAt: at ?? new Date() },
    stripeInvoiceId: `in_added_${added}`,
  });
  await db.insert(auditLog).values({
    id: crypto.randomUUID(),
    action: 'login.refused',
    address: '::1',
    ...(at && { at }),
  });
}

/** Adds rows between the first pages only: a list that grows for ever has no end. */
function addingToFirst(pages: number): () => Promise<void> {
  let read = 0;
  return async () => {
    read += 1;
    if (read <= pages) await addRows();
  };
}

/** Follows the cursors from a page back to the first; the rows in the list's own order. */
async function readBack(
  list: ListName,
  query: Record<string, string | undefined>,
  from: ListPage,
  between: () => Promise<void>,
): Promise<string[]> {
  const ids = from.rows.map(({ id }) => id);
  let page = from;
  while (page.previous) {
    await between();
    page = await readPage(admin, list, { ...query, cursor: page.previous });
    ids.unshift(...page.rows.map(({ id }) => id));
  }
  return ids;
}

describe.each(orders)('the list of %s by %s, %s', (list, sortBy, sortOrder) => {
  const query = { sortBy, sortOrder, pageSize: '7' };
  // The audit log grows by the test's own refusals and sign-ins too, so only its own rows are read.
  const filter = list === 'audit' ? { action: 'login.refused' } : {};

  it('comes in one order, whole, page by page and by page numbers', async () => {
    const { ids } = await readAll(admin, list, { ...query, ...filter });
    const whole = await readAll(admin, list, { ...query, ...filter, pageSize: '100' });
    expect(ids).toEqual(whole.ids);
    expect(new Set(ids).size).toBe(ids.length);
    const third = await readPage(admin, list, { ...query, ...filter, page: '3' });
    expect(third.rows.map(({ id }) => id)).toEqual(ids.slice(14, 21));
  });

  it('repeats and leaves out nothing while rows are added, forwards and back', async () => {
    const before = (await readAll(admin, list, { ...query, ...filter, pageSize: '100' })).ids;
    const there = new Set(before);
    const forwards = await readAll(admin, list, { ...query, ...filter }, addingToFirst(5));
    expect(new Set(forwards.ids).size).toBe(forwards.ids.length);
    expect(forwards.ids.filter((id) => there.has(id))).toEqual(before);

    const back = await readBack(list, { ...query, ...filter }, forwards.last, addingToFirst(5));
    expect(new Set(back).size).toBe(back.length);
    expect(back.filter((id) => there.has(id))).toEqual(before);
  });
});

it.each([
  ['users', 'created_at'],
  ['subscriptions', 'start_date'],
  ['payments', 'payment_date'],
] as const)(
  'the list of %s has the newest first unless told, 25 at a time',
  async (list, sortBy) => {
    const told = { sortBy, sortOrder: 'desc', pageSize: '25', page: '1' };
    expect(await readPage(admin, list)).toEqual(await readPage(admin, list, told));
  },
);

describe('a cursor', () => {
  it('of another order, another list or nobody is refused in words', async () => {
    const { next } = await readPage(admin, 'users', { pageSize: '2', sortBy: 'name' });
    const forged = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const id = crypto.randomUUID();
    const refused = [
      `/admin/users?sortBy=email&cursor=${next}`,
      `/admin/users?sortBy=name&sortOrder=asc&cursor=${next}`,
      `/admin/payments?cursor=${next}`,
      '/admin/users?cursor=nonsense',
      `/admin/users?cursor=${forged(null)}`,
      `/admin/users?cursor=${forged(['users.created_at.true', 0, 'yesterday', id])}`,
      ...[
        ...['9999-99-99T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
        ...['2026-1Z', '-000001-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
      ].map((at) => `/admin/users?cursor=${forged(['users.created_at.true', 0, at, id])}`),
      `/admin/users?cursor=${forged(['users.created_at.true', 0, '2026-01-01T00:00:00Z', "'"])}`,
      `/admin/users?sortBy=name&cursor=${forged(['users.name.true', 0, 'a\0b', id])}`,
      `/admin/payments?sortBy=amount&cursor=${forged(['payments.amount.true', 0, '1e9', id])}`,
    ];
    for (const path of refused) {
      const { status, body } = await admin.get(path);
      expect([path, status, body.error]).toEqual([
        path,
        422,
        'This page cannot be found. Please start again from the first.',
      ]);
    }
  });

  it('leads on from the longest names and e-mails there can be', async () => {
    const { db } = server.services;
    const long = ['\u6f22', '\u201d"'].map((letters) => letters.repeat(100).slice(0, 100));
    const rows = ['a', 'b', 'c'].map((letter) => ({
      id: crypto.randomUUID(),
      firstName: long[0] ?? '',
      lastName: long[1] ?? '',
      email: `${letter}${'\u6f22'.repeat(100)}@${'\u6f22'.repeat(147)}.test`,
      passwordHash: '-',
      role: 'user' as const,
    }));
    await db.insert(users).values(rows);
    for (const sortBy of sorts.users) {
      const query = { sortBy, search: '\u6f22', pageSize: '1' };
      const { ids } = await readAll(admin, 'users', query);
      expect(ids.toSorted(), sortBy).toEqual(rows.map(({ id }) => id).toSorted());
    }
    await db.delete(users).where(like(users.email, '%\u6f22.test'));
  });

  it('leads on from a row that has gone since', async () => {
    const { db } = server.services;
    const all = await readAll(admin, 'payments', { pageSize: '100' });
    const { rows, next } = await readPage(admin, 'payments', { pageSize: '5' });
    await db.delete(payments).where(eq(payments.id, rows.at(-1).id));
    const second = await readPage(admin, 'payments', { pageSize: '5', cursor: next ?? '' });
    expect(second.rows.map(({ id }) => id)).toEqual(all.ids.slice(5, 10));
  });
});
