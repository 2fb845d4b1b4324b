import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyPage, type Page, type PageRequest } from '../../db/keyset.ts';
import { users } from '../../db/schema.ts';
import type { Search } from '../../db/user-search.ts';
import { person } from '../../testing/client.ts';
import { fillWithCrowd, searches } from '../../testing/crowd.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { findPaymentPage } from '../billing/payments/list-repository.ts';
import { findSubscriptionPage } from '../billing/subscriptions/list-repository.ts';
import { findUserPage, type UserSort } from '../users/list-repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await fillWithCrowd(server.services.db);
});
afterAll(() => server.close());

type Find = (search: Search, request: PageRequest) => Promise<Page<unknown>>;

/**
 * How common a search is taken for, as it decides how a page is looked for: among all rows as they
 * come, among a few of them, or by sorting all that is found.
 */
const commonness = [
  { users: 1_000, allUsers: 10_000 },
  { users: 40, allUsers: 400 },
  { users: 33, allUsers: 33 },
  { users: 30, allUsers: 15 },
  { users: 1, allUsers: 1 },
  { users: 1, allUsers: 1_000_000 },
];

/** The pages of each search, all of them, are the same however it is looked for. */
async function expectSameRows(find: Find): Promise<void> {
  for (const text of searches) {
    if (!text) continue;
    const all = async (search: Search) =>
      (await Array.fromAsync(everyPage((request) => find(search, request), 20))).flat();
    const expected = await all({ text, isKept: false, users: undefined, allUsers: 0 });
    for (const common of commonness) {
      const what = `${text}, ${common.users} of ${common.allUsers}`;
      expect(await all({ text, isKept: true, ...common }), what).toEqual(expected);
    }
  }
}

it('finds a search as a whole, not only its pieces', async () => {
  const { db } = server.services;
  const nana = { id: crypto.randomUUID(), firstName: 'Nanana', lastName: 'Nobody' };
  const { email } = person();
  await db.insert(users).values({ ...nana, email, passwordHash: '-', role: 'user' });
  const found = async (text: string) => {
    const search = { text, isKept: false, users: undefined, allUsers: 0 };
    const order = { by: 'name', descending: false } as const;
    const { rows } = await findUserPage(db, { search }, order, { page: 1, pageSize: 7 });
    return rows.map(({ id }) => id);
  };
  expect(await found('nanana')).toEqual([nana.id]);
  expect(await found('nananana')).toEqual([]);
});

const directions = [false, true];

it.each<UserSort>(['name', 'last_name', 'email', 'role', 'created_at'])(
  'users sorted by %s are the same however common a search is, and whatever its scan budget',
  async (by) => {
    const { db } = server.services;
    for (const descending of directions) {
      for (const filter of [{}, { isActive: false }, { role: 'admin' } as const]) {
        await expectSameRows((search, request) =>
          findUserPage(db, { ...filter, search }, { by, descending }, request),
        );
      }
    }
  },
);

it('subscriptions are the same however common a search is, and whatever its scan budget', async () => {
  const { db } = server.services;
  for (const by of ['start_date', 'price'] as const) {
    for (const descending of directions) {
      for (const filter of [
        {},
        { status: 'active' },
        { figure: 'churned', month: '2026-11' },
      ] as const) {
        await expectSameRows((search, request) =>
          findSubscriptionPage(db, { ...filter, search }, { by, descending }, request),
        );
      }
    }
  }
});

it('payments are the same however common a search is, and whatever its scan budget', async () => {
  const { db } = server.services;
  for (const by of ['payment_date', 'amount'] as const) {
    for (const descending of directions) {
      for (const filter of [{}, { statuses: ['failed' as const] }, { month: '2026-10' }]) {
        await expectSameRows((search, request) =>
          findPaymentPage(db, { ...filter, search }, { by, descending }, request),
        );
      }
    }
  }
});
