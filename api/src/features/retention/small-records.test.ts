import { before, type Period, retention } from 'contract/retention';
import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authenticatorApps,
  checkoutIntents,
  priceMoves,
  rateLimits,
  trialAllowances,
  users,
} from '../../db/schema.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { keepHourly, keepRetention } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const now = new Date();
/** A minute before a period is over, and a minute after. */
const around = (period: Period) =>
  ({
    young: new Date(before(now, period).getTime() + 60_000),
    old: new Date(before(now, period).getTime() - 60_000),
  }) as const;
const ages = ['young', 'old'] as const;

it('checkouts go 90 days on, and a price notice and a trial allowed six years on, once the account is deleted', async () => {
  const { db } = server.services;
  for (const isDeleted of [false, true]) {
    for (const age of ages) {
      const { user } = await server.client.newUser();
      const [userId, planId] = [user.id, uuid()];
      const at = (period: Period) => around(period)[age];
      const checkout = { id: uuid(), userId, planId, trialDays: 0, status: 'completed' as const };
      await db.insert(checkoutIntents).values({ ...checkout, createdAt: at(retention.checkouts) });
      const move = { id: uuid(), userId, planId, priceId: 'price', oldAmount: 1, newAmount: 2 };
      const toldAt = at(retention.agreements);
      await db
        .insert(priceMoves)
        .values({ ...move, stripeSubscriptionId: `sub_${userId}`, toldAt, notBefore: toldAt });
      await db.insert(trialAllowances).values({ userId, createdAt: at(retention.trialCards) });
      if (isDeleted) await db.update(users).set({ deletedAt: now }).where(eq(users.id, userId));
    }
  }
  await keepRetention(server.services, now);
  const left = [checkoutIntents, priceMoves, trialAllowances].map((table) => db.$count(table));
  expect(await Promise.all(left)).toEqual([2, 3, 3]);
});

it('an app that was not confirmed goes after an hour, and a count within the hour after its end', async () => {
  const { db } = server.services;
  for (const age of ages) {
    for (const isConfirmed of [false, true]) {
      const { user } = await server.client.newUser();
      const createdAt = around(retention.unfinishedSetUp)[age];
      const app = { id: uuid(), userId: user.id, secret: '', createdAt };
      await db
        .insert(authenticatorApps)
        .values({ ...app, confirmedAt: isConfirmed ? createdAt : null });
    }
  }
  await db.delete(rateLimits);
  const ends = { over: now, running: new Date(now.getTime() + 60_000) };
  await db
    .insert(rateLimits)
    .values(Object.entries(ends).map(([key, expire]) => ({ key, points: 1, expire })));
  await keepHourly(server.services, now);
  expect(await db.$count(authenticatorApps)).toBe(3);
  expect((await db.select().from(rateLimits)).map(({ key }) => key)).toEqual(['running']);
});
