import { findPlan, products } from 'contract/catalogue';
import { londonDay } from 'contract/withdrawal';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriptions, users } from '../../../db/schema.ts';
import type { Client } from '../../../testing/client.ts';
import { fillWithCrowd, finds, searches } from '../../../testing/crowd.ts';
import { readAll, readPage } from '../../../testing/lists.ts';
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

type Row = typeof subscriptions.$inferSelect;
type Query = Record<string, string | undefined>;

/** What the lists under the dashboard's figures are to hold. */
const ofFigure: Record<string, (row: Row) => Date | boolean | null> = {
  recurring: ({ firstPaidAt, status }) => firstPaidAt !== null && status === 'active',
  churned: (row) =>
    row.firstPaidAt && row.status !== 'active' && month(row.firstPaidAt) < month(stopped(row))
      ? stopped(row)
      : null,
  'trial-ended': (row) => (row.status === 'trial' ? null : trialOver(row)),
  'trial-converted': (row) => (row.status === 'trial' || !row.firstPaidAt ? null : trialOver(row)),
};
const stopped = ({ endedAt, trialStart, startedAt }: Row) => endedAt ?? trialStart ?? startedAt;
const trialOver = ({ trialEnd, endedAt }: Row) =>
  trialEnd && endedAt && endedAt < trialEnd ? endedAt : trialEnd;

function month(moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}-${part('month')}`;
}

async function expectRows(queries: Query[]): Promise<void> {
  const { db } = server.services;
  const everybody = new Map((await db.select().from(users)).map((user) => [user.id, user]));
  const all = await db.select().from(subscriptions);
  for (const query of queries) {
    const { search, status, product, plan, user, figure, month: wanted } = query;
    const expected = all.filter((row) => {
      const behind = figure === undefined || ofFigure[figure]?.(row);
      return (
        finds(search, everybody.get(row.userId)) &&
        (status === undefined || row.status === status) &&
        (product === undefined || row.productId === product) &&
        (plan === undefined || findPlan(row.planId)?.cycle === plan) &&
        (user === undefined || row.userId === user) &&
        (behind instanceof Date ? wanted === undefined || month(behind) === wanted : behind)
      );
    });
    const count = (of: string) => expected.filter((row) => row.status === of).length;
    const { first, ids } = await readAll(admin, 'subscriptions', { ...query, pageSize: '50' });
    expect({ query, ids: ids.toSorted(), count: first.count, stats: first.stats }).toEqual({
      query,
      ids: expected.map(({ id }) => id).toSorted(),
      count: expected.length,
      stats: { total: expected.length, active: count('active'), trial: count('trial') },
    });
  }
}

const states = [undefined, 'active', 'trial', 'cancelled', 'expired'];
const kinds = [undefined, ...products.map(({ id }) => id), 'no product'];
const cycles = [undefined, 'monthly', 'yearly'];
const filters = states.flatMap((status) =>
  kinds.flatMap((product) => cycles.map((plan) => ({ status, product, plan }))),
);

it('lists exactly what fits every combination of filters, and counts it all', async () => {
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

it('lists the rows behind each figure of each month, and what one user holds', async () => {
  const months = [undefined, '2026-03', '2026-04', '2026-09', '2026-10', '2026-11', '2025-01'];
  await expectRows(
    Object.keys(ofFigure).flatMap((figure) =>
      (figure === 'recurring' ? [undefined] : months).flatMap((wanted) =>
        [undefined, 'ann'].map((search) => ({ figure, month: wanted, search })),
      ),
    ),
  );
  const [one] = await server.services.db.select().from(subscriptions).limit(1);
  await expectRows([{ user: one?.userId }, { user: one?.userId, search: 'an', status: 'trial' }]);
});

it('shows who holds what, for how much, and from when to when', async () => {
  const id = await endedDaysAgo(30);
  const { rows } = await readPage(admin, 'subscriptions', { status: 'cancelled' });
  const shown = rows.find((one) => one.id === id);
  const [row] = (await server.services.db.select().from(subscriptions)).filter(
    (one) => one.id === id,
  );
  const product = products.find(({ id }) => id === row?.productId);
  expect(shown).toEqual({
    id: row?.id,
    user: {
      id: row?.userId,
      first_name: expect.any(String),
      last_name: expect.any(String),
      email: expect.any(String),
    },
    product: { name: product?.name, description: product?.description },
    pricing_plan: {
      plan_name: findPlan(row?.planId ?? '')?.name,
      billing_cycle: row?.cycle,
      price: (row?.amount ?? 0) / 100,
    },
    status: 'cancelled',
    trial_end_date: row?.trialEnd?.toISOString() ?? null,
    start_date: row?.startedAt.toISOString(),
    end_date: row?.endedAt?.toISOString(),
    withdraw_until: null,
    withdraw_refund: null,
    withdraw_credit: null,
    withdraw_held: null,
    withdraw_declarable: true,
  });
});

it('31 days after it ended no withdrawal is offered to be entered any more', async () => {
  const id = await endedDaysAgo(31);
  const { rows } = await readPage(admin, 'subscriptions', { status: 'cancelled' });
  expect(rows.find((row) => row.id === id).withdraw_declarable).toBe(false);
});

/** Has the first that was cancelled end so many days of London ago; answers its id. */
async function endedDaysAgo(days: number): Promise<string> {
  const [{ id }] = (await readPage(admin, 'subscriptions', { status: 'cancelled' })).rows;
  const endedAt = new Date(`${londonDay(new Date())}T12:00:00Z`);
  endedAt.setUTCDate(endedAt.getUTCDate() - days);
  await server.services.db.update(subscriptions).set({ endedAt }).where(eq(subscriptions.id, id));
  return id;
}
