import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriptions, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { fillWithCrowd, finds, searches } from '../../testing/crowd.ts';
import { readAll } from '../../testing/lists.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { recount } from '../tallies/recount.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await fillWithCrowd(server.services.db);
});
afterAll(() => server.close());

/** All of them are gone through on PostgreSQL; PGlite takes four times as long for each. */
const step = process.env.TEST_DATABASE === 'pglite' ? 5 : 1;

const all = searches.flatMap((search) =>
  [undefined, 'true', 'false'].flatMap((isActive) =>
    [undefined, 'admin', 'user'].flatMap((role) =>
      [undefined, 'trial'].map((holds) => ({ search, isActive, role, holds })),
    ),
  ),
);
const combinations = all.filter((_, n) => n % step === 0);

/** Every combination of filters against all rows, filtered here. */
async function expectEveryFilter(): Promise<void> {
  const { db } = server.services;
  const everybody = (await db.select().from(users)).filter(({ deletedAt }) => !deletedAt);
  const held = await db.select().from(subscriptions);
  const onTrial = new Set(held.filter((s) => s.status === 'trial').map((s) => s.userId));
  for (const query of combinations) {
    const expected = everybody.filter(
      (user) =>
        finds(query.search, user) &&
        (query.isActive === undefined || String(user.isActive) === query.isActive) &&
        (query.role === undefined || user.role === query.role) &&
        (query.holds === undefined || onTrial.has(user.id)),
    );
    const { first, ids } = await readAll(admin, 'users', { ...query, pageSize: '40' });
    expect({ query, ids: ids.toSorted(), count: first.count, stats: first.stats }).toEqual({
      query,
      ids: expected.map(({ id }) => id).toSorted(),
      count: expected.length,
      stats: {
        total: expected.length,
        active: expected.filter(({ isActive }) => isActive).length,
        inactive: expected.filter(({ isActive }) => !isActive).length,
        pending: 0,
        admins: expected.filter(({ role }) => role === 'admin').length,
      },
    });
  }
}

it('lists exactly who fits every combination of filters, and counts them all', expectEveryFilter);

it('does so once the figures of common searches are kept too', async () => {
  await recount(server.services.db, 3);
  await expectEveryFilter();
});

it('takes empty filters and "all" for none', async () => {
  const all = await readAll(admin, 'users');
  const path = 'search=&isActive=all&role=all';
  const { body } = await admin.get(`/admin/users?${path}`);
  expect(body.data.count).toBe(all.ids.length);
});

it.each(['isActive=yes', 'role=owner', 'sortBy=password_hash', 'sortOrder=up', 'pageSize=101'])(
  'refuses %s',
  async (query) => {
    expect((await admin.get(`/admin/users?${query}`)).status).toBe(422);
  },
);
