import { setTimeout as rest } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clearAway } from '../features/retention/clearing.ts';
import { openTestDatabase } from '../testing/database.ts';
import { standStill } from '../testing/stand-still.ts';
import { asBrieflyAsItCan, atOnceAsBrieflyAsItCan, batchBriefly } from './briefly.ts';
import type { Database, Db } from './client.ts';
import { stripeEvents } from './schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const event = (id: string) => ({
  ...{ id, type: 'invoice.paid', createdAt: new Date(0), receivedAt: new Date(0) },
  processedAt: new Date(0),
});
const count = () => database.db.$count(stripeEvents);

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`;
const adding = (transaction: Db, id: string) => transaction.insert(stripeEvents).values(event(id));

/** What the first of five tries that is done answers: a busy machine has a quick batch be given up, too. */
async function firstDone<T>(batch: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await batch();
    if (answer) return answer;
    expect(await count()).toBe(0);
  }
  return undefined;
}

it('a batch that takes too long is given up, whole, and what else went wrong is said', async () => {
  const { db } = database;
  const began = performance.now();
  const slow = (transaction: Db) =>
    [adding(transaction, 'evt_slow'), transaction.execute(sleep(3))] as const;
  expect(await batchBriefly(db, 2, slow)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(await count()).toBe(0);
  await expect(batchBriefly(db, 2, (one) => [one.execute(sql`select 1 / 0`)])).rejects.toThrow();
  const added = await firstDone(() =>
    batchBriefly(db, 2, (one) => [adding(one, 'evt_fast').returning()]),
  );
  expect([added?.[0]?.id, await count()]).toEqual(['evt_fast', 1]);
  // What comes after it on the same connection has its own time again.
  await db.execute(sleep(0.2));
  await db.delete(stripeEvents).where(eq(stripeEvents.id, 'evt_fast'));
});

it('so is one that takes too long by many short statements', async () => {
  const { db } = database;
  const slow = (transaction: Db) =>
    [
      adding(transaction, 'evt_slow'),
      ...Array.from({ length: 9 }, () => transaction.execute(sleep(0.03))),
      transaction.execute(sql`select 1`),
    ] as const;
  expect(await batchBriefly(db, 2, slow)).toBeUndefined();
  expect(await count()).toBe(0);
});

it('what has no smaller pieces is done once it is quick, and else however long it takes', async () => {
  const { db } = database;
  const ways = [
    (takes: () => number) =>
      asBrieflyAsItCan(db, async (transaction) => {
        await adding(transaction, 'evt_one');
        await transaction.execute(sleep(takes()));
      }),
    (takes: () => number) =>
      atOnceAsBrieflyAsItCan(db, (transaction) => [
        adding(transaction, 'evt_one'),
        transaction.execute(sleep(takes())),
      ]),
  ];
  for (const way of ways) {
    // The sixth has the time that it takes; on a busy machine the third may not be quick, and the fourth is.
    for (const [quickFrom, counts] of [
      [3, [3, 4, 5]],
      [9, [6]],
    ] as const) {
      let tries = 0;
      await way(() => (++tries < quickFrom ? 0.3 : 0));
      expect(counts).toContain(tries);
      expect(await count()).toBe(1);
      await db.delete(stripeEvents);
    }
  }
});

it('the time of a batch begins once all of it was sent, however slowly it was written', async () => {
  const { db } = database;
  const slowly = (transaction: Db) =>
    [
      adding(transaction, 'evt_written'),
      {
        execute: () => {
          standStill(300);
          return transaction.execute(sql`select 1`).execute();
        },
      },
    ] as const;
  expect(await firstDone(() => batchBriefly(db, 2, slowly))).toBeDefined();
  expect(await count()).toBe(1);
  await db.delete(stripeEvents);
});

it.each([
  ['a statement', true],
  ['the commit', false],
])(
  'a process that stands still before %s keeps nobody from what it locked, and goes on after it',
  async (_, asks) => {
    const { db } = database;
    await db.insert(stripeEvents).values(event('evt_held'));
    const touch = (of: Db) =>
      of
        .update(stripeEvents)
        .set({ processedAt: sql`clock_timestamp()` })
        .where(eq(stripeEvents.id, 'evt_held'))
        .returning({
          ms: sql<number>`1e3 * extract(epoch from clock_timestamp() - now())::float8`,
        });
    let isTriedAgain = false;
    let others: Promise<{ ms: number }[]> | undefined;
    await asBrieflyAsItCan(db, async (transaction) => {
      await touch(transaction);
      isTriedAgain = others !== undefined;
      if (isTriedAgain) return;
      others = touch(db).execute();
      await rest(20);
      standStill(1_000);
      // Where nothing is asked, it is not our own clock that finds it.
      if (asks) await transaction.execute(sql`select 1`);
      else vi.spyOn(performance, 'now').mockReturnValueOnce(0);
    });
    expect(isTriedAgain).toBe(true);
    expect((await others)?.[0]?.ms).toBeLessThan(500);
    await Promise.all(Array.from({ length: 20 }, () => db.execute(sql`select 1`)));
    await db.delete(stripeEvents);
  },
);

it('the nightly job goes on in smaller batches where one takes too long', async () => {
  const { db } = database;
  await db.execute(sql`
    create function slow_together() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > 1 then perform pg_sleep(2); end if;
      return null;
    end $$`);
  await db.execute(sql`
    create trigger slow_together after delete on ${stripeEvents} referencing old table as gone
    for each statement execute function slow_together()`);
  await db.insert(stripeEvents).values(Array.from({ length: 4 }, (_, n) => event(`evt_${n}`)));
  const began = performance.now();
  const pass = { now: new Date(), until: Number.POSITIVE_INFINITY };
  const { counts, isPartial } = await clearAway(db, 'day', pass);
  expect([Object.values(counts).reduce((sum, one) => sum + one, 0), isPartial]).toEqual([4, false]);
  expect(performance.now() - began).toBeLessThan(3_500);
  expect(await count()).toBe(0);
});
