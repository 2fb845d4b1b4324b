import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearAway } from '../features/retention/clearing.ts';
import { openTestDatabase } from '../testing/database.ts';
import { asBrieflyAsItCan, briefly } from './briefly.ts';
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

it('gives up what takes too long, whole, and says what else went wrong', async () => {
  const { db } = database;
  const began = performance.now();
  const done = await briefly(db, async (transaction) => {
    await transaction.insert(stripeEvents).values(event('evt_slow'));
    return transaction.execute(sql`select pg_sleep(3)`);
  });
  expect(done).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(await count()).toBe(0);
  await expect(briefly(db, (one) => one.execute(sql`select 1 / 0`))).rejects.toThrow();
  await briefly(db, (one) => one.insert(stripeEvents).values(event('evt_fast')));
  expect(await count()).toBe(1);
  // What comes after it on the same connection has its own time again.
  await db.execute(sql`select pg_sleep(0.2)`);
  await db.delete(stripeEvents).where(eq(stripeEvents.id, 'evt_fast'));
});

it('gives up what takes too long by many short statements', async () => {
  const { db } = database;
  const done = await briefly(db, async (transaction) => {
    await transaction.insert(stripeEvents).values(event('evt_slow'));
    for (let n = 0; n < 4; n += 1) await transaction.execute(sql`select pg_sleep(0.02)`);
    return 'done';
  });
  expect(done).toBeUndefined();
  expect(await count()).toBe(0);
});

it('does what has no smaller pieces once it is quick, and else however long it takes', async () => {
  const { db } = database;
  let tries = 0;
  const takes = async (seconds: (tried: number) => number, transaction: Db) => {
    tries += 1;
    await transaction.insert(stripeEvents).values(event('evt_one'));
    await transaction.execute(sql`select pg_sleep(${seconds(tries)})`);
    return tries;
  };
  const once = (seconds: (tried: number) => number) => {
    tries = 0;
    return asBrieflyAsItCan(db, (transaction) => takes(seconds, transaction));
  };
  expect(await once((tried) => (tried < 3 ? 0.3 : 0))).toBe(3);
  expect(await count()).toBe(1);
  await db.delete(stripeEvents);
  expect(await once(() => 0.3)).toBe(4);
  expect(await count()).toBe(1);
  await db.delete(stripeEvents);
});

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
