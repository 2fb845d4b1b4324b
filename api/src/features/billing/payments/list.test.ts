import { findPlan, products } from 'contract/catalogue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payments, users } from '../../../db/schema.ts';
import type { Client } from '../../../testing/client.ts';
import { fillWithCrowd, finds, searches } from '../../../testing/crowd.ts';
import { readAll } from '../../../testing/lists.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { recount } from '../../tallies/recount.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await fillWithCrowd(server.services.db);
});
afterAll(() => server.close());

/** London is an hour ahead in summer: the first hour of a month there is the last of the one before. */
const starts = {
  '2026-03': ['2026-03-01T00:00Z', '2026-03-31T23:00Z'],
  '2026-04': ['2026-03-31T23:00Z', '2026-04-30T23:00Z'],
  '2026-09': ['2026-08-31T23:00Z', '2026-09-30T23:00Z'],
  '2026-10': ['2026-09-30T23:00Z', '2026-11-01T00:00Z'],
  '2026-11': ['2026-11-01T00:00Z', '2026-12-01T00:00Z'],
  '2025-01': ['2025-01-01T00:00Z', '2025-02-01T00:00Z'],
} as Record<string, [string, string]>;

async function expectRows(queries: Record<string, string | undefined>[]): Promise<void> {
  const { db } = server.services;
  const everybody = new Map((await db.select().from(users)).map((user) => [user.id, user]));
  const all = await db.select().from(payments);
  for (const query of queries) {
    const { search, status, product, plan, user, figure, month } = query;
    const [from, to] = (month && starts[month]) || ['1970-01-01', '2999-01-01'];
    const expected = all.filter(
      (row) =>
        finds(search, everybody.get(row.userId)) &&
        (status === undefined || row.status === status) &&
        (product === undefined || row.productId === product) &&
        (plan === undefined || findPlan(row.planId)?.cycle === plan) &&
        (user === undefined || row.userId === user) &&
        (figure === undefined || row.status === 'success' || row.status === 'refunded') &&
        row.paidAt >= new Date(from) &&
        row.paidAt < new Date(to),
    );
    const of = (wanted: string) => expected.filter((row) => row.status === wanted);
    const pounds = (rows: typeof all) =>
      rows.reduce((pence, { amount, refunded }) => pence + amount - refunded, 0) / 100;
    const pending = of('pending').reduce((pence, { amount }) => pence + amount, 0) / 100;
    const kept = pounds(of('success'));
    const { first, ids } = await readAll(admin, 'payments', { ...query, pageSize: '60' });
    expect({ query, ids: ids.toSorted(), count: first.count, stats: first.stats }).toEqual({
      query,
      ids: expected.map(({ id }) => id).toSorted(),
      count: expected.length,
      stats: {
        total: expected.length,
        success: of('success').length,
        pending: of('pending').length,
        failed: of('failed').length,
        successAmount: kept,
        pendingAmount: pending,
        totalAmount: Math.round((kept + pending) * 100) / 100,
      },
    });
  }
}

const states = [undefined, 'success', 'pending', 'failed', 'refunded'];
const kinds = [undefined, ...products.map(({ id }) => id), 'no product'];
const cycles = [undefined, 'monthly', 'yearly'];
const filters = states.flatMap((status) =>
  kinds.flatMap((product) => cycles.map((plan) => ({ status, product, plan }))),
);

it('lists exactly what fits every combination of filters, and adds it all up', async () => {
  await expectRows(filters);
});

it.each([
  ['counted', 1_000],
  ['kept', 3],
])('does so with every search, its figures %s', async (_, enough) => {
  await recount(server.services.db, enough);
  const some = filters.filter((_, n) => n % 7 === 0);
  await expectRows(searches.flatMap((search) => some.map((filter) => ({ ...filter, search }))));
});

it('lists the payments of each month in London, and those of one user', async () => {
  const [one] = await server.services.db.select().from(payments).limit(1);
  await expectRows([
    ...Object.keys(starts).flatMap((month) =>
      [{}, { figure: 'revenue' }, { search: 'ann' }, { figure: 'revenue', status: 'success' }].map(
        (filter) => ({ month, ...filter }),
      ),
    ),
    { figure: 'revenue' },
    { figure: 'revenue', status: 'failed' },
    { user: one?.userId },
    { user: one?.userId, status: one?.status, search: 'an' },
  ]);
});

it.each(['success', 'pending', 'failed'])(
  'shows of a payment that is %s who paid what, for which plan, and when',
  async (state) => {
    const { first } = await readAll(admin, 'payments', { status: state, plan: 'yearly' });
    const shown = first.rows[0];
    const { db } = server.services;
    const row = (await db.select().from(payments)).find(({ id }) => id === shown.id);
    const payer = (await db.select().from(users)).find(({ id }) => id === row?.userId);
    const product = products.find(({ id }) => id === row?.productId);
    expect(shown).toEqual({
      id: row?.id,
      user: {
        id: payer?.id,
        first_name: payer?.firstName,
        last_name: payer?.lastName,
        email: payer?.email,
      },
      subscription: {
        product: { name: product?.name, description: product?.description },
        pricing_plan: { plan_name: findPlan(row?.planId ?? '')?.name, billing_cycle: 'yearly' },
      },
      amount: (row?.amount ?? 0) / 100,
      refunded: (row?.refunded ?? 0) / 100,
      refundable: state === 'success' ? ((row?.amount ?? 0) - (row?.refunded ?? 0)) / 100 : 0,
      payment_date: row?.paidAt.toISOString(),
      status: state,
    });
  },
);
