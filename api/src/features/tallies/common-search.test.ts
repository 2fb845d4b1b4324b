import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyPage, type Page, type PageWish } from '../../db/keyset.ts';
import { fillWithCrowd, searches } from '../../testing/crowd.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { findPaymentPage } from '../billing/payments/list-repository.ts';
import { findSubscriptionPage } from '../billing/subscriptions/list-repository.ts';
import { findUserPage, type UserSort } from '../users/list-repository.ts';
import { findInWords, type Search } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await fillWithCrowd(server.services.db);
});
afterAll(() => server.close());

type Find = (search: Search, wish: PageWish) => Promise<Page<unknown>>;

/** All pages of each search: taken for rare, whose users are looked up first, and for common. */
async function expectSameRows(rare: Find, ...common: Find[]): Promise<void> {
  for (const text of searches) {
    if (!text) continue;
    const userIds = await findInWords(server.services.db, text);
    const all = async (find: Find, search: Search) =>
      (await Array.fromAsync(everyPage((wish) => find(search, wish), 7))).flat();
    const expected = await all(rare, { text, isKept: false, userIds });
    for (const find of common) {
      expect(await all(find, { text, isKept: true, userIds: undefined }), text).toEqual(expected);
    }
  }
}

const directions = [false, true];

it.each<UserSort>(['name', 'last_name', 'email', 'role', 'created_at'])(
  'users sorted by %s are the same for a search that counts as common, however patient',
  async (by) => {
    const { db } = server.services;
    for (const descending of directions) {
      for (const filter of [{}, { isActive: false }, { role: 'admin' } as const]) {
        const withPatience =
          (patience?: number): Find =>
          (search, wish) =>
            findUserPage(db, { ...filter, search }, { by, descending }, wish, patience);
        const patient = [undefined, 1, 9, 40].map(withPatience);
        await expectSameRows(withPatience(), ...patient);
      }
    }
  },
);

it('subscriptions are the same for a search that counts as common', async () => {
  for (const by of ['start_date', 'price'] as const) {
    for (const descending of directions) {
      const find: Find = (search, wish) =>
        findSubscriptionPage(server.services.db, { search }, { by, descending }, wish);
      await expectSameRows(find, find);
    }
  }
});

it('payments are the same for a search that counts as common', async () => {
  for (const by of ['payment_date', 'amount'] as const) {
    for (const descending of directions) {
      const find: Find = (search, wish) =>
        findPaymentPage(server.services.db, { search }, { by, descending }, wish);
      await expectSameRows(find, find);
    }
  }
});
