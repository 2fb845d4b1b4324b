import { setTimeout as rest } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import { standStill } from '../testing/stand-still.ts';
import { answering, atOnce } from './at-once.ts';
import type { Database } from './client.ts';
import { stripeEvents } from './schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(async () => void (await database.db.delete(stripeEvents)));

const at = new Date(0);
const event = (id: string) => ({ id, type: 'invoice.paid', createdAt: at, receivedAt: at });
const ids = async () => (await database.db.select().from(stripeEvents)).map(({ id }) => id);

it('answers what each statement does, and each sees what those before it did', async () => {
  const [added, found, raw] = await atOnce(database.db, (transaction) => [
    transaction
      .insert(stripeEvents)
      .values([event('evt_1'), event('evt_2')])
      .returning(),
    answering(transaction.select().from(stripeEvents), (rows) => rows.length),
    transaction.execute<{ id: string }>(
      transaction.delete(stripeEvents).where(eq(stripeEvents.id, 'evt_1')).returning(),
    ),
  ]);
  expect([added[0]?.createdAt, found, raw.rows[0]?.id]).toEqual([at, 2, 'evt_1']);
  expect(await ids()).toEqual(['evt_2']);
});

it('does nothing where one fails, and says which was the first', async () => {
  const failing = atOnce(database.db, (transaction) => [
    transaction.insert(stripeEvents).values(event('evt_1')),
    transaction.execute(sql`select 1 / (select count(*)::int from ${stripeEvents} where false)`),
    transaction.insert(stripeEvents).values(event('evt_1')),
  ]);
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(await ids()).toEqual([]);
  await expect(
    atOnce(database.db, () => {
      throw new Error('not made');
    }),
  ).rejects.toThrow('not made');
  await atOnce(database.db, (transaction) => [
    transaction.insert(stripeEvents).values(event('evt_2')),
  ]);
  expect(await ids()).toEqual(['evt_2']);
});

const onPostgres = it.skipIf(process.env.TEST_DATABASE === 'pglite');

onPostgres('nobody waits for what it locks while its process stands still', async () => {
  const { db } = database;
  await db.insert(stripeEvents).values(event('evt_1'));
  const isIt = eq(stripeEvents.id, 'evt_1');
  const touched = { processedAt: sql`clock_timestamp()` };
  let others: Promise<{ ms: number }[]> | undefined;
  const done = atOnce(db, (transaction) => [
    transaction.execute(transaction.update(stripeEvents).set(touched).where(isIt)),
    {
      execute: async () => {
        others = db
          .update(stripeEvents)
          .set(touched)
          .where(isIt)
          .returning({
            ms: sql<number>`1e3 * extract(epoch from clock_timestamp() - now())::float8`,
          })
          .execute();
        await rest(20);
        standStill(1_000);
      },
    },
  ]);
  await done;
  expect((await others)?.[0]?.ms).toBeLessThan(500);
});
